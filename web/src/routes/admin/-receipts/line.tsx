import { formatDay } from '@kirana/domain/calendar'
import { readExpiry } from '@kirana/domain/expiry'
import { CalendarPlus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button, IconButton } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import type { DraftLine, LineProblem } from './draft.ts'

type Props = {
  line: DraftLine
  /** Shown after the user has left the field or pressed Save. */
  problem: LineProblem | null
  onChange: (change: Partial<DraftLine>) => void
  onLeave: () => void
  onRemove: () => void
  onOtherExpiry: () => void
  /** Called on Enter in the last field, to continue with the next product. */
  onNext: () => void
}

/** Ids of a line's fields, to move the focus to them. */
const fieldId = (key: string, field: LineProblem['field']) => `${field}-${key}`

/** Focuses a field and selects its text. Returns false if it is not rendered yet. */
export function focusField(key: string, field: LineProblem['field']): boolean {
  const input = document.getElementById(fieldId(key, field))?.querySelector('input')
  input?.focus()
  return Boolean(input)
}

/** One line of a receipt. Enter moves to the next field. The digits of a scan do not stay in a field. */
export function ReceiptLine({ line, problem, onChange, onLeave, onRemove, onOtherExpiry, onNext }: Props) {
  const { key, title, pack, image, quantity, expiry, cost } = line
  const name = `${title}, ${pack}`
  const day = readExpiry(expiry)
  const errorOf = (field: LineProblem['field']) =>
    problem?.field === field && !problem.question ? problem.message : undefined
  const onEnter = (go: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    go()
  }
  return (
    <li aria-label={name} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <LinePicture file={image} size="size-10" />
      <div className="min-w-40 flex-1 pt-1">
        <p className="font-medium break-words">{title}</p>
        <p className="text-sm text-muted">{pack}</p>
      </div>
      <div className="flex w-full flex-wrap items-start gap-3 sm:w-auto">
        <div id={fieldId(key, 'quantity')} className="w-22">
          <TextField
            label="Pieces"
            inputMode="numeric"
            value={quantity}
            error={errorOf('quantity')}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => onChange({ quantity: target.value })}
            onBlur={onLeave}
            onKeyDown={onEnter(() => focusField(key, 'expiry'))}
          />
        </div>
        <div id={fieldId(key, 'expiry')} className="w-36">
          <TextField
            label="Expiry"
            inputMode="numeric"
            placeholder="311226"
            maxLength={10}
            value={expiry}
            hint={day ? formatDay(day) : undefined}
            error={errorOf('expiry')}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => onChange({ expiry: target.value, isSure: false })}
            onBlur={onLeave}
            onKeyDown={onEnter(onNext)}
          />
        </div>
        <div id={fieldId(key, 'cost')} className="w-24">
          <TextField
            label="Cost (₹)"
            inputMode="decimal"
            value={cost}
            error={errorOf('cost')}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => onChange({ cost: target.value })}
            onBlur={onLeave}
            onKeyDown={onEnter(onNext)}
          />
        </div>
        <div className="flex gap-1 self-start pt-5">
          <IconButton label={`Another expiry of ${name}`} onClick={onOtherExpiry}>
            <CalendarPlus aria-hidden />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      {problem?.question && (
        <div
          role="alert"
          className="flex w-full flex-wrap items-center gap-3 rounded-control bg-warn-soft px-3 py-2 text-warn"
        >
          <p className="min-w-0 flex-1">{problem.message}</p>
          <Button variant="outline" size="small" onClick={() => focusField(key, 'expiry')}>
            Correct the date
          </Button>
          <Button variant="outline" size="small" onClick={() => onChange({ isSure: true })}>
            Yes, expired
          </Button>
        </div>
      )}
    </li>
  )
}
