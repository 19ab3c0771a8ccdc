import type { Order, OrderRow } from '@kirana/contract/orders'
import { counted, rupees } from '#/lib/format.ts'

/** Labels of the payment methods. */
export const paymentMethods: Record<Order['payment'], string> = {
  cod: 'Cash on delivery',
  wallet: 'Wallet',
  online: 'Online payment',
}

type CashBill = Pick<OrderRow, 'totalPrice' | 'cashRounding'>

/** The cash that the customer pays, in rupees; whole rupees if the order rounds it. */
export const cashTotal = ({ totalPrice, cashRounding = 0 }: CashBill) =>
  Math.round((totalPrice + cashRounding) * 100) / 100

/** Title and text for a slip that say what the rider has to collect. */
export function toCollect(order: OrderRow) {
  const { payment, paymentStatus, delivaryStatus } = order
  if (delivaryStatus === 'Canceled') return { title: 'CANCELED', text: 'Do not deliver' }
  if (paymentStatus === 'success') return { title: 'PAID', text: 'Collect nothing' }
  if (paymentStatus === 'Due' && payment === 'cod')
    return { title: `COLLECT ${rupees(cashTotal(order))}`, text: 'Cash on delivery' }
  if (paymentStatus === 'Due')
    return { title: 'NOT PAID YET', text: 'Online payment is awaited. Ask the store' }
  return { title: 'PAYMENT FAILED', text: 'Ask the store before handing over' }
}

/** Total quantity of all lines: '5 pieces'. */
export function piecesOf({ products }: { products: readonly { quantity: number }[] }) {
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0)
  return counted(pieces, 'piece')
}
