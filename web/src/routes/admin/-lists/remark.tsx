import type { ReactNode } from 'react'

/** A line of a dialog that begins with an icon. */
export const Remark = ({
  className,
  icon,
  children,
}: {
  className: string
  icon: ReactNode
  children: ReactNode
}) => (
  <p className={`flex items-center gap-2 ${className}`}>
    <span className="shrink-0">{icon}</span>
    <span>{children}</span>
  </p>
)
