import type { PickedLine } from '@kirana/contract/pick'
import { useState } from 'react'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { TextField } from '#/ui/field.tsx'
import { foundAtMost, withPieces } from './model.ts'

type Props = {
  line: PickedLine
  /** The digit that was typed on the count. */
  typed: string
  onClose: () => void
  onSet: (setting: LineSetting) => void
}

/** Asks for the number of found pieces. */
export function FigureDialog({ line, typed, onClose, onSet }: Props) {
  const [text, setText] = useState(typed)
  const [error, setError] = useState('')
  const most = foundAtMost(line)
  const save = () => {
    const pieces = /^\d{1,4}$/.test(text.trim()) ? Number(text) : -1
    if (pieces < 0 || pieces > most) setError(`Found must be a whole number from 0 to ${most}`)
    else onSet(withPieces(line, pieces))
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Found: ${line.productTitle}`} staysOpen>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <DialogBody>
          <TextField
            label={`Pieces found of ${line.ordered}`}
            inputMode="numeric"
            autoComplete="off"
            className="text-4xl!"
            value={text}
            error={error || undefined}
            onChange={({ target }) => {
              setText(target.value)
              setError('')
            }}
          />
        </DialogBody>
        <DialogActions>
          <Button variant="outline" size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="large">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
