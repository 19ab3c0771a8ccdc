import type { ReactNode } from 'react'
import { count } from '#/lib/format.ts'

/** '1 product', '2,000 products'. */
export const some = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`

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
