import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import type { RoundLetter } from '@kirana/domain/round'
import { Undo2 } from 'lucide-react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Button } from '#/ui/button.tsx'

/**
 * A button that reopens a finished pick with everything that was recorded, or the reason why it cannot be undone. In a
 * round it names the letter.
 */
export function UndoDone({ pick, letter }: { pick: OrderPick; letter?: RoundLetter }) {
  const { orderId, payment, isPaid, refund, mayUndo } = pick
  const mayChange = useAllowed(orders.changeStatus)
  const change = useWrite(orders.changeStatus, {
    reload: [calls.get, orders.list, orders.stages],
    quiet: true,
    onError: () => void reloadAll([calls.get]),
  })
  if (!mayChange) return null
  if (!mayUndo) {
    const isRefunded = refund > 0 && (payment !== 'cod' || isPaid)
    return (
      <p className="text-sm">
        {letter ?? 'It'} cannot be undone:{' '}
        {isRefunded ? `${rupees(refund)} went back to the customer.` : 'its status was changed since.'}
      </p>
    )
  }
  return (
    <Button
      variant="outline"
      size="large"
      busy={change.isSending}
      onClick={() =>
        change.send({
          params: { orderId, status: 'Confirmed' },
          query: { from: 'Prepeared', undo: 'pick' },
        })
      }
    >
      <Undo2 aria-hidden />
      Undo {letter}
    </Button>
  )
}
