import type { PickedLine } from '@kirana/contract/pick'
import { useState } from 'react'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { Button } from '#/ui/button.tsx'
import { DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { TextArea } from '#/ui/field.tsx'
import { problemOf } from './model.ts'

type Props = {
  line: PickedLine
  /** Returns the setting with this reason. */
  settingWith: (reason: string) => LineSetting
  onBack: () => void
  onSet: (setting: LineSetting) => void
}

/** Asks why the value of a swap is much higher than that of the replaced pieces. */
export function SwapReason({ line, settingWith, onBack, onSet }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const save = () => {
    if (reason.trim() === '') setError('Give a reason')
    else onSet(settingWith(reason.trim()))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <DialogBody>
        <p className="numbers mb-3 break-words">{problemOf(line, settingWith(''))?.message}.</p>
        <TextArea
          label="Reason"
          hint="Kept in the audit log, and read by the person who approves the pick"
          maxLength={500}
          autoFocus
          value={reason}
          error={error || undefined}
          onChange={({ target }) => {
            setReason(target.value)
            setError('')
          }}
        />
      </DialogBody>
      <DialogActions>
        <Button variant="outline" size="large" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="large">
          Swap
        </Button>
      </DialogActions>
    </form>
  )
}
