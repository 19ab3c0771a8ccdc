import { useId } from 'react'
import { Button } from '#/ui/button.tsx'
import type { Stale } from './stale.ts'

type Props = { stale: Stale; busy: boolean; className?: string }

/** Lists the fields that someone else has changed since the form was opened; the user takes each or overwrites it. */
export function StaleChanges({ stale, busy, className = '' }: Props) {
  'use no memo'
  const title = useId()
  if (!stale.isStale) return null
  const differences = stale.differences()
  return (
    <section
      aria-labelledby={title}
      className={`rounded-control border border-line bg-info-soft p-4 text-sm ${className}`}
    >
      <p id={title} className="font-semibold text-info">
        Changed since you opened it
      </p>
      {differences.length === 0 ? (
        <p className="mt-1">
          The fields below have the newest values, or values of your own. Save when ready.
        </p>
      ) : (
        <>
          <ul className="mt-2 flex flex-col gap-3">
            {differences.map(({ label, theirs, yours, take }) => (
              <li key={label} className="flex flex-wrap items-end justify-between gap-2">
                <dl className="grid min-w-0 grid-cols-[auto_1fr] gap-x-3">
                  <dt className="col-span-2 font-medium">{label}</dt>
                  <dt>Theirs</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">{theirs || '(empty)'}</dd>
                  <dt>Yours</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">{yours || '(empty)'}</dd>
                </dl>
                <Button
                  variant="outline"
                  size="small"
                  disabled={busy}
                  aria-label={`Take theirs for ${label}`}
                  onClick={take}
                >
                  Take theirs
                </Button>
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            {differences.length > 1 && (
              <Button
                variant="outline"
                disabled={busy}
                onClick={() => {
                  for (const { take } of differences) take()
                }}
              >
                Take all of theirs
              </Button>
            )}
            <Button type="submit" busy={busy}>
              Save yours on top
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
