import type { Opening } from '@kirana/contract/opening'
import { weekdays } from '@kirana/domain/weekday'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '#/ui/button.tsx'
import { Input } from '#/ui/field.tsx'
import type { Errors } from './hours.ts'

type Week = NonNullable<Opening['week']>
type Span = Week[number][number]

type Props = { week: Week; errors: Errors; onChange: (week: Week) => void }

/** The hours of each weekday, in Asia/Kolkata. */
export const WeekFields = ({ week, errors, onChange }: Props) => (
  <>
    <div className="divide-y divide-line border-y border-line">
      {weekdays.map((name, index) => (
        <Day
          key={name}
          name={name}
          spans={week[index] ?? []}
          error={errors.get(`week.${index}`)}
          onChange={(spans) => onChange(week.map((day, n) => (n === index ? spans : day)))}
        />
      ))}
    </div>
    <Button
      variant="outline"
      size="small"
      className="self-start"
      onClick={() => onChange(week.map(() => [...(week[0] ?? [])]))}
    >
      Copy Monday to every day
    </Button>
  </>
)

type DayProps = {
  name: string
  spans: readonly Span[]
  error: string | undefined
  onChange: (spans: Span[]) => void
}

/** Initial hours of a new span, later than the last one of the day. */
const added = (spans: readonly Span[]): Span =>
  spans.length === 0 ? { from: '07:00', to: '22:00' } : { from: '', to: '' }

const noteOf = ({ from, to }: Span) => {
  if (from === '' || to === '' || to > from) return ''
  return to === from ? '24 hours' : 'next day'
}

function Day({ name, spans, error, onChange }: DayProps) {
  const id = useId()
  const change = (n: number, fields: Partial<Span>) =>
    onChange(spans.map((span, i) => (i === n ? { ...span, ...fields } : span)))
  return (
    <fieldset className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <legend className="float-left w-full pt-1.5 font-medium sm:w-28">{name}</legend>
      <div className="flex min-w-0 flex-col gap-2 max-sm:w-full sm:flex-1">
        {spans.length === 0 && <p className="pt-1.5 text-muted">Closed</p>}
        {spans.map((span, n) => {
          const nth = n === 0 ? '' : ` ${n + 1}`
          const wiring = {
            type: 'time',
            className: 'w-auto! max-w-32 min-w-0 grow basis-24',
            'aria-invalid': error !== undefined || undefined,
            'aria-describedby': error ? `${id}-error` : undefined,
          }
          return (
            // Hours have no identity of their own, and removing one shifts the others.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={n} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Input
                {...wiring}
                aria-label={`${name} from${nth}`}
                value={span.from}
                onChange={({ target }) => change(n, { from: target.value })}
              />
              <span aria-hidden>–</span>
              <Input
                {...wiring}
                aria-label={`${name} to${nth}`}
                value={span.to}
                onChange={({ target }) => change(n, { to: target.value })}
              />
              <IconButton
                label={`Remove hours of ${name}${nth}`}
                size="iconSmall"
                onClick={() => onChange(spans.filter((_, i) => i !== n))}
              >
                <X aria-hidden />
              </IconButton>
              {noteOf(span) && <span className="text-sm text-muted max-sm:w-full">{noteOf(span)}</span>}
            </div>
          )
        })}
        {error && (
          <p id={`${id}-error`} role="alert" className="text-sm text-bad">
            {error}
          </p>
        )}
      </div>
      <Button
        variant="text"
        size="small"
        aria-label={`Add hours to ${name}`}
        onClick={() => onChange([...spans, added(spans)])}
      >
        <Plus aria-hidden />
        Add hours
      </Button>
    </fieldset>
  )
}
