import { storeOrders as calls } from '@kirana/contract/store/orders'
import { validate } from 'uuid'
import type { Db } from '../../db/types.ts'
import { linkBase } from '../../http/links.ts'
import { Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { customerOrders, orderDetail } from '../../services/order-rows.ts'
import { auditOf, changeOrderStatus } from '../../services/order-status.ts'
import { placeOrder } from '../../services/place-order.ts'
import { quote } from '../../services/quote.ts'

async function ownOrder(db: Db, id: string, owner: string, base: string) {
  const order = await orderDetail(db, id, base, owner)
  if (!order) throw new Refused(404, 'Order not found')
  return order
}

export const storeOrders = serve(calls, {
  quote: async ({ db, body, who, now }) => {
    const { lines, bill, refusals } = await quote(db, body, who?.id ?? null, now)
    return {
      lines: lines.map(({ quantityText, total, ...line }) => ({
        ...line,
        productQuantity: quantityText,
        totalPrice: total,
      })),
      subtotal: bill.subtotal,
      discount: bill.discount,
      referDiscount: bill.referralDiscount,
      charges: bill.charges,
      totalPrice: bill.total,
      notes: refusals,
    }
  },
  place: async ({ db, body, who, kit, request, now, audit }) => {
    const id = await placeOrder(db, { ...body, pincode: body.pincode ?? '' }, who.id, now)
    const order = await ownOrder(db, id, who.id, linkBase(request, kit.config))
    audit({ object: id, after: { total: order.totalPrice, payment: order.payment } })
    return order
  },
  list: ({ db, query: { cursor }, who, kit, request }) =>
    cursor && !validate(cursor)
      ? { orders: [], next: null }
      : customerOrders(db, who.id, cursor ?? null, linkBase(request, kit.config)),
  get: ({ db, params, who, kit, request }) => ownOrder(db, params.id, who.id, linkBase(request, kit.config)),
  cancel: async ({ db, params, who, kit, request, now, audit }) => {
    const by = `${who.name} (customer)`
    const wanted = { id: params.id, to: 'canceled', from: 'confirmed', owner: who.id, by, now } as const
    const changed = await changeOrderStatus(db, wanted).catch((error: unknown) => {
      if (!(error instanceof Refused && error.code === 'stale')) throw error
      throw new Refused(409, 'The store has accepted this order, so it cannot be canceled any more', {
        code: 'accepted',
      })
    })
    if (!changed) throw new Refused(409, 'This order is canceled already')
    audit({ object: params.id, ...auditOf(changed) })
    return ownOrder(db, params.id, who.id, linkBase(request, kit.config))
  },
})
