import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { Keys } from './keys.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; hasChords: boolean }

const everywhere = [
  ['Jump to a screen', ['Ctrl', 'K']],
  ['Search this list', ['/']],
  ['This help', ['?']],
  ['Close what is open', ['Esc']],
] as const
const chords = [
  ['New Orders', ['G', 'O']],
  ['All Products', ['G', 'P']],
  ['Dashboard', ['G', 'D']],
] as const

export const KeyboardHelp = ({ open, onOpenChange, hasChords }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
    <DialogBody>
      <dl className="divide-y divide-line">
        {[...everywhere, ...(hasChords ? chords : [])].map(([what, keys]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-2">
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </DialogBody>
  </Dialog>
)
