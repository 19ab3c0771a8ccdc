import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { chords } from '#/lib/browser/keys.ts'
import { Keys } from './keys.tsx'
import type { ScreenGroup } from '#/components/shell/menu/screens.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; groups: readonly ScreenGroup[] }

const everywhere = [
  ['Jump to a screen', ['Ctrl', 'K']],
  ['Search this list', ['/']],
  ['This help', ['?']],
  ['Close what is open', ['Esc']],
] as const

/** Only where staff handle orders. */
const withOrders = [
  ['On an order: its next status', ['Ctrl', 'Enter']],
  ['On an order: undo', ['Ctrl', 'Z']],
  ['On an order: the next order', ['N']],
  ['On the board: move between orders', ['←', '↑', '→', '↓']],
  ['In packing mode: press the order in a slot', ['1', '9']],
] as const

/** The chords that open screens of this area. */
function chordsIn(groups: readonly ScreenGroup[]) {
  const screens = groups.flatMap((group) => group.screens)
  return Object.entries(chords).flatMap(([letter, to]) => {
    const screen = screens.find((one) => one.to === to)
    return screen ? [[screen.name, ['G', letter.toUpperCase()]] as const] : []
  })
}

export function KeyboardHelp({ open, onOpenChange, groups }: Props) {
  const hasOrders = groups.some(({ screens }) => screens.some(({ to }) => to === '/admin/orders/new'))
  const orderKeys = hasOrders ? withOrders : []
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
      <DialogBody>
        <dl className="divide-y divide-line">
          {[...everywhere, ...orderKeys, ...chordsIn(groups)].map(([what, keys]) => (
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
}
