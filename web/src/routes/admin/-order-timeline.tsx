import type { Order } from '@kirana/contract/orders'
import { formatDateTime } from '#/lib/format.ts'

/** Who changed the status, when, from what to what; the newest first. */
export function OrderTimeline({ history }: { history: Order['history'] }) {
  const newestFirst = history.toReversed()
  return (
    <section aria-labelledby="timeline" className="card p-4 sm:p-5">
      <h2 id="timeline" className="mb-3 text-lg font-semibold">
        Timeline
      </h2>
      <ol className="flex flex-col">
        {newestFirst.map(({ from, to, at, by }, i) => (
          <li key={newestFirst.length - i} className="relative flex gap-3 pb-4 last:pb-0">
            {i < newestFirst.length - 1 && (
              <span aria-hidden className="absolute top-4 bottom-0 left-1 w-px bg-line-strong" />
            )}
            <span
              aria-hidden
              className={`relative mt-1.5 size-2.25 shrink-0 rounded-full ${i === 0 ? 'bg-brand' : 'border-2 border-line-strong bg-surface'}`}
            />
            <div className="min-w-0">
              <p className="font-medium">
                {from === null ? (
                  'Order placed'
                ) : (
                  <>
                    {from} <span aria-label="to">→</span> {to}
                  </>
                )}
              </p>
              <p className="text-sm break-words text-muted">{by}</p>
              <time dateTime={at} className="numbers text-sm text-muted">
                {formatDateTime(new Date(at))}
              </time>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
