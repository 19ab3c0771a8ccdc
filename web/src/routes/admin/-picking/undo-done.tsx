import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import type { RoundLetter } from '@kirana/domain/round'
import { Undo2 } from 'lucide-react'
import { useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Button } from '#/ui/button.tsx'

/** Takes the end of a pick back, with everything that was recorded, unless money went back with it. In a round it says of which. */
export function UndoDone({ pick, letter }: { pick: OrderPick; letter?: RoundLetter }) {
  const { orderId, payment, isPaid, refund } = pick
  const mayChange = useAllowed(orders.changeStatus)
  const change = useWrite(orders.changeStatus, {
    reload: [calls.get, orders.list, orders.stages],
    quiet: true,
  })
  if (!mayChange) return null
  if (refund > 0 && (payment !== 'cod' || isPaid))
    return (
      <p className="text-sm">
        {letter ?? 'It'} cannot be undone: {rupees(refund)} went back to the customer.
      </p>
    )
  return (
    <Button
      variant="outline"
      size="large"
      busy={change.isSending}
      onClick={() =>
        change.send({
          params: { orderId, status: 'Confirmed' },
          query: { from: 'Prepeared', undo: 'true' },
        })
      }
    >
      <Undo2 aria-hidden />
      Undo {letter}
    </Button>
  )
}
