import { useId, type ReactNode } from 'react'

type Props = { title: string; action?: ReactNode; children: ReactNode }

/** A card under a heading, with one action beside it. */
export function Section({ title, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-3 px-4 py-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
