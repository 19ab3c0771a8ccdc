import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { chords } from '#/lib/browser/keys.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Keys } from './keys.tsx'
import { screenAt } from '#/components/shell/menu/screen-at.ts'
import type { ScreenGroup } from '#/components/shell/menu/screens.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; groups: readonly ScreenGroup[] }

const everywhere = [
  ['Jump to a screen', ['Ctrl', 'K']],
  ['Search this list', ['/']],
  ['This help', ['?']],
  ['Close what is open', ['Esc']],
] as const

/** Shown only to staff who may see orders. */
const withOrders = [
  ['On an order: the next order', ['N']],
  ['On the board: move between orders', ['←', '↑', '→', '↓']],
] as const

/** Shown only to staff who may change the status of orders. */
const changingOrders = [
  ['On an order: its next status', ['Ctrl', 'Enter']],
  ['On an order: undo', ['Ctrl', 'Z']],
  ['In packing mode: press the order in a slot', ['1', '9']],
] as const

/** The chords that open screens of this area. */
function chordsIn(groups: readonly ScreenGroup[]) {
  return Object.entries(chords).flatMap(([letter, to]) => {
    const screen = screenAt(groups, to)
    return screen ? [[screen.name, ['G', letter.toUpperCase()]] as const] : []
  })
}

export function KeyboardHelp({ open, onOpenChange, groups }: Props) {
  const hasOrders = screenAt(groups, '/admin/orders/new') !== undefined
  const mayChange = useAllowed({ can: 'orders.write' })
  const orderKeys = hasOrders ? [...(mayChange ? changingOrders : []), ...withOrders] : []
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
