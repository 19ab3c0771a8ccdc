import { FIRST_DAY, LAST_DAY } from '@kirana/domain/day'
import { useDraft } from '#/lib/draft.ts'
import { TextField } from '#/ui/field.tsx'

type DayProps = { label: string; value: string; onDay: (day: string) => void; min?: string; max?: string }

/** Date filter. A date before FIRST_DAY is not applied, because a half-typed year reads as 0002. */
export function DayField({ label, value, onDay, min, max }: DayProps) {
  const [day, setDay] = useDraft(value)
  const take = (next: string) => next !== value && onDay(next)
  return (
    <TextField
      label={label}
      type="date"
      min={min || FIRST_DAY}
      max={max || LAST_DAY}
      value={day}
      onChange={({ target }) => {
        setDay(target.value)
        if (target.value >= FIRST_DAY) take(target.value)
      }}
      onBlur={() => (day === '' || day >= FIRST_DAY ? take(day) : setDay(value))}
      onKeyDown={({ key }) => key === 'Enter' && day === '' && take('')}
    />
  )
}
