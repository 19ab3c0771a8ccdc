import { orders } from '@kirana/contract/orders'
import { payments } from '@kirana/contract/payments'

/** The lists that show a payment or a refund. */
export const reload = [payments.list, orders.get]
