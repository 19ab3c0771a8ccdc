import { staffOrders as calls } from '@kirana/contract/staff-orders'
import type { Returned } from '@kirana/contract/wire/route'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { type OrderFor, placeOrderFor, requireCustomer } from '../services/orders/place-for.ts'
import { billView, quote } from '../services/orders/quote.ts'
import { requireOrder } from '../services/orders/rows.ts'

type Placing = Pick<
  Parameters<Parameters<typeof serve<typeof calls>>[1]['place']>[0],
  'db' | 'who' | 'context' | 'request' | 'now' | 'audit' | 'after'
>

/** Places the order, or requests approval of the payment from the wallet. */
async function place({ db, who, context, request, now, audit, after }: Placing, order: OrderFor) {
  const base = linkBase(request, context.config)
  const { isConfigured: isPushConfigured } = context.push
  const by = { staffId: who.id, by: `${who.name} (staff)`, isPushConfigured, now }
  let placed: Returned<typeof calls.place> | undefined
  const work = async () => {
    const { order: row, spentAlone } = await placeOrderFor(db, order, by, (id) => requireOrder(db, id, base))
    const { id: object, totalPrice: total, payment } = row
    audit({ object, after: { total, payment, ...(spentAlone > 0 && { spentAlone }) } })
    after(context.push.wake)
    placed = row
  }
  const waiting = await doOrAsk(db, work, { who, now, audit })
  if (waiting) return waiting
  if (!placed) throw new Error('The order was neither placed nor asked for')
  return placed
}

export const staffOrders = serve(calls, {
  quote: async ({ db, body, now }) => {
    const customer = await requireCustomer(db, body)
    return billView(await quote(db, { ...body, referCode: '' }, customer, now))
  },
  place: ({ body: { userId: customerId, ...order }, ...call }) =>
    place(call, { ...order, customerId, manualOrderId: null }),
  placeList: ({ body, ...call }) => place(call, { ...body, customerId: null }),
})
