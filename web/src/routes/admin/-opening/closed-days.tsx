import type { Opening } from '@kirana/contract/opening'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '#/ui/button.tsx'
import { Input } from '#/ui/field.tsx'
import type { Errors } from './hours.ts'

type ClosedDay = Opening['closedDays'][number]

type Props = {
  /** 'YYYY-MM-DD' in Asia/Kolkata. */
  today: string
  days: readonly ClosedDay[]
  errors: Errors
  onChange: (days: ClosedDay[]) => void
}

/** Holidays by date. */
export function ClosedDays({ today, days, errors, onChange }: Props) {
  const id = useId()
  const change = (n: number, fields: Partial<ClosedDay>) =>
    onChange(days.map((day, i) => (i === n ? { ...day, ...fields } : day)))
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line p-5">
      <h2 id={id} className="text-lg font-semibold">
        Closed days
      </h2>
      <p className="text-sm text-muted">
        The store does not open on these days. Hours that begin the evening before still end after midnight.
      </p>
      {days.length > 0 && (
        <ul className="flex flex-col gap-2">
          {days.map(({ date, reason }, n) => {
            const error = errors.get(`closedDays.${n}`)
            return (
              // A new day has no date yet, so nothing but its place names it.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={n}>
                <div className="flex flex-wrap items-center gap-2">
                  <Input
                    type="date"
                    className="w-44!"
                    aria-label={`Closed day ${n + 1}`}
                    min={today}
                    value={date}
                    aria-invalid={error !== undefined || undefined}
                    aria-describedby={error ? `${id}-${n}` : undefined}
                    onChange={({ target }) => change(n, { date: target.value })}
                  />
                  <Input
                    type="text"
                    className="w-auto! min-w-0 flex-1"
                    aria-label={`Reason of closed day ${n + 1}`}
                    placeholder="Reason, such as Diwali"
                    value={reason}
                    onChange={({ target }) => change(n, { reason: target.value })}
                  />
                  <IconButton
                    label={`Remove closed day ${n + 1}`}
                    size="iconSmall"
                    onClick={() => onChange(days.filter((_, i) => i !== n))}
                  >
                    <X aria-hidden />
                  </IconButton>
                </div>
                {error && (
                  <p id={`${id}-${n}`} role="alert" className="mt-1 text-sm text-bad">
                    {error}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Button
        variant="outline"
        size="small"
        className="self-start"
        onClick={() => onChange([...days, { date: '', reason: '' }])}
      >
        <Plus aria-hidden />
        Add closed day
      </Button>
    </section>
  )
}
