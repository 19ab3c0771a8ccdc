import { formatWhen } from '@kirana/domain/calendar'
import { useEffect, useId, useRef } from 'react'
import { Button } from '#/ui/button.tsx'
import type { Conflict } from './stale.ts'

type Props = {
  conflict: Conflict
  busy: boolean
  onUseTheirs: () => void
}

const titleOf = ({ by, at }: Conflict) =>
  at === null
    ? 'This was changed since you opened it'
    : `This was changed by ${by} ${formatWhen(new Date(at), new Date())}`

/**
 * The differences between the saved record and the form around it. 'Keep mine' submits the form, based on the version
 * that is shown here.
 */
export function Comparison({ conflict, busy, onUseTheirs }: Props) {
  const title = useId()
  const section = useRef<HTMLElement>(null)
  const { rows, taken } = conflict
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section
      ref={section}
      aria-labelledby={title}
      className="rounded-control border border-line bg-info-soft p-4 text-sm"
    >
      <p id={title} className="font-semibold text-info">
        {titleOf(conflict)}
      </p>
      {rows.length > 0 && (
        <table className="mt-2 w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              {['Field', 'Theirs', 'Mine'].map((name) => (
                <th key={name} scope="col" className="py-1 pr-3 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, theirs, mine }) => (
              <tr key={label} className="border-b border-line align-top">
                <th scope="row" className="py-1 pr-3 font-medium">
                  {label}
                </th>
                <td className="py-1 pr-3 wrap-anywhere whitespace-pre-line">{theirs || '(empty)'}</td>
                <td className="py-1 wrap-anywhere whitespace-pre-line">{mine || '(empty)'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {taken.length > 0 && (
        <p className="mt-2">New values in fields that you did not change: {taken.join(', ')}</p>
      )}
      {rows.length === 0 ? (
        <p className="mt-2">The fields have the newest values.</p>
      ) : (
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <Button variant="outline" disabled={busy} onClick={onUseTheirs}>
            Use theirs
          </Button>
          <Button type="submit" busy={busy}>
            Keep mine
          </Button>
        </div>
      )}
    </section>
  )
}
