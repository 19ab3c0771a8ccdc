import type { PickedLine } from '@kirana/contract/pick'
import { shortReasons } from '@kirana/domain/vocabulary'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { Button, IconButton } from '#/ui/button.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { withShort } from './model.ts'

const words = {
  'not there': ['Not there', 'The shelf is empty: sets its stock to 0'],
  damaged: ['Damaged', 'Takes the pieces out of stock'],
  expired: ['Expired', 'Takes the pieces out of stock'],
  other: ['Other', ''],
} as const

type Props = {
  line: PickedLine
  /** The number of open pieces. */
  rest: number
  onClose: () => void
  onSet: (setting: LineSetting) => void
}

/** Asks how many pieces are missing, and why. */
export function MissingDialog({ line, rest, onClose, onSet }: Props) {
  const [quantity, setQuantity] = useState(1)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Missing: ${line.productTitle}`}
      description="Why is it missing?"
    >
      <DialogBody className="flex flex-col gap-3">
        {rest > 1 && (
          <div className="flex items-center justify-center gap-5">
            <IconButton
              label="One less"
              variant="outline"
              className="size-14!"
              disabled={quantity === 1}
              onClick={() => setQuantity(quantity - 1)}
            >
              <Minus aria-hidden />
            </IconButton>
            <p role="status" className="numbers min-w-24 text-center text-4xl font-bold">
              {quantity}
              <span className="text-xl text-muted"> of {rest}</span>
            </p>
            <IconButton
              label="One more"
              variant="outline"
              className="size-14!"
              disabled={quantity === rest}
              onClick={() => setQuantity(quantity + 1)}
            >
              <Plus aria-hidden />
            </IconButton>
          </div>
        )}
        {shortReasons.map((reason) => {
          const [label, effect] = words[reason]
          return (
            <Button
              key={reason}
              variant="outline"
              className="h-auto! min-h-16 flex-col gap-0.5! px-4 py-2 text-lg whitespace-normal"
              onClick={() => onSet(withShort(line, quantity, reason))}
            >
              {label}
              {effect && <span className="text-sm font-normal text-muted">{effect}</span>}
            </Button>
          )
        })}
      </DialogBody>
    </Dialog>
  )
}
