import type { PickedLine } from '@kirana/contract/pick'
import { isNearWeight, MAX_GRAMS } from '@kirana/domain/pick'
import { useState } from 'react'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { TextField } from '#/ui/field.tsx'
import { openPieces, problemOf, withWeight } from './model.ts'

type Props = { line: PickedLine; onClose: () => void; onSet: (setting: LineSetting) => void }

/** Asks for the total weight of the pieces of a line. */
export function WeighDialog({ line, onClose, onSet }: Props) {
  const [text, setText] = useState(line.grams === null ? '' : String(line.grams))
  const [error, setError] = useState('')
  /** The weight in grams for which the dialog asked for confirmation. */
  const [asked, setAsked] = useState<number | null>(null)
  const pieces = line.found + openPieces(line)
  const ordered = (line.weight ?? 0) * pieces
  const expected = Math.round(ordered / 1000)
  const save = () => {
    const grams = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0
    if (grams < 1 || grams > MAX_GRAMS)
      setError('Weight must be a whole number of grams from 1 to 10,00,00,000')
    else {
      const setting = withWeight(line, grams)
      const problem = problemOf(line, setting)
      if (problem) setError(problem.message)
      else if (asked !== grams && !isNearWeight(grams, ordered)) setAsked(grams)
      else onSet(setting)
    }
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Weigh ${line.productTitle}`} staysOpen>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <DialogBody>
          <TextField
            label={`Grams of ${pieces === 1 ? 'the piece' : `all ${pieces} pieces`} together`}
            hint={`Ordered: ${expected} g. More is not charged.`}
            inputMode="numeric"
            autoComplete="off"
            className="text-4xl!"
            value={text}
            error={error || undefined}
            onChange={({ target }) => {
              setText(target.value)
              setError('')
              setAsked(null)
            }}
          />
          {asked !== null && (
            <p role="alert" className="numbers mt-3 rounded-control bg-warn-soft px-3 py-2 text-warn">
              {Math.round((asked * 100_000) / ordered)} % of what was ordered. Is it right?
            </p>
          )}
        </DialogBody>
        <DialogActions>
          <Button variant="outline" size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="large">
            {asked === null ? 'Save' : 'Yes, save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
