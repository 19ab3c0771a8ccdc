import type { Order, OrderRow } from '@kirana/contract/orders'
import { counted, rupees } from '#/lib/format.ts'

/** Labels of the payment methods. */
export const paymentMethods: Record<Order['payment'], string> = {
  cod: 'Cash on delivery',
  wallet: 'Wallet',
  online: 'Online payment',
}

/** What the rider has to collect at the door. */
export function toCollect({ payment, paymentStatus, totalPrice, delivaryStatus }: OrderRow) {
  if (delivaryStatus === 'Canceled') return { title: 'CANCELED', text: 'Do not deliver' }
  if (paymentStatus === 'success') return { title: 'PAID', text: 'Collect nothing' }
  if (paymentStatus === 'Due' && payment === 'cod')
    return { title: `COLLECT ${rupees(totalPrice)}`, text: 'Cash on delivery' }
  if (paymentStatus === 'Due')
    return { title: 'NOT PAID YET', text: 'Online payment is awaited. Ask the store' }
  return { title: 'PAYMENT FAILED', text: 'Ask the store before handing over' }
}

/** Total quantity of all lines: '5 pieces'. */
export function piecesOf({ products }: OrderRow) {
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0)
  return counted(pieces, 'piece')
}
