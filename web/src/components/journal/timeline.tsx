import { useId, type ReactNode } from 'react'
import { formatDateTime } from '#/lib/format.ts'

type Step = { key: string; at: string; by: string; what: ReactNode; more?: ReactNode }

/** The arrow between an old and a new value. */
export const To = () => (
  <>
    <span className="sr-only"> to </span>
    <span aria-hidden> → </span>
  </>
)

/** Events in the given order, newest first: what, when and by whom. `children` stand below them. */
export function Timeline({
  title,
  happenings,
  children,
}: {
  title: string
  happenings: readonly Step[]
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card p-4 sm:p-5">
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      <ol className="flex flex-col">
        {happenings.map(({ key, at, by, what, more }, i) => (
          <li key={key} className="relative flex gap-3 pb-4 last:pb-0">
            {i < happenings.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-1 w-px bg-line-strong" />
            )}
            <span
              aria-hidden
              className={`relative mt-1.5 size-2.25 shrink-0 rounded-full ${i === 0 ? 'bg-brand' : 'border-2 border-line-strong bg-surface'}`}
            />
            <div className="min-w-0">
              <p className="font-medium">{what}</p>
              {more}
              <p className="text-sm break-words text-muted">{by}</p>
              <time dateTime={at} className="numbers text-sm text-muted">
                {formatDateTime(new Date(at))}
              </time>
            </div>
          </li>
        ))}
      </ol>
      {children}
    </section>
  )
}
