import { storeOrders as calls } from '@kirana/contract/store/orders'
import { validate } from 'uuid'
import { clientOf } from '../../http/client.ts'
import { linkBase } from '../../http/links.ts'
import { HttpError } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { doorCode, type StartedDrop } from '../../services/delivery/door-code.ts'
import { customerOrders, requireOrder } from '../../services/orders/rows.ts'
import { statusAudit, changeOrderStatus, StaleStatus } from '../../services/orders/status.ts'
import { checkoutView, openCheckout } from '../../services/payments/checkout.ts'
import { placeOrder } from '../../services/orders/place.ts'
import { countCouponTry, couponTryWasRight, throttleOrderCoupon } from '../../services/people/coupon-tries.ts'
import type { KeySource } from '../../services/people/secret-box.ts'
import { billView, quote } from '../../services/orders/quote.ts'

/** An order for its own customer: with the code for the rider while the order is on the road. */
const withDoorCode = <Order extends { drop?: StartedDrop }>(order: Order, config: KeySource) => ({
  ...order,
  ...(order.drop && { doorCode: doorCode(config, order.drop) }),
})

export const storeOrders = serve(
  calls,
  {
    // The provider is called before the transaction, with the database turn released.
    place: async ({ db, body, who, request, context: { payments, config }, now, isRepeated }) => {
      await throttleOrderCoupon(db, body.coupon, { ...clientOf(request), customer: who.id, now })
      if (body.payment !== 'online' || (await isRepeated())) return { checkout: null }
      const order = { ...body, pincode: body.pincode ?? '' }
      const { network } = clientOf(request)
      const placing = { order, customerId: who.id, network, minutes: config.paymentMinutes, now }
      return { checkout: await openCheckout(db, payments.provider, placing, request.visit) }
    },
  },
  {
    quote: async ({ db, body, who, request, now }) => {
      const customer = who?.id ?? null
      const counted = body.coupon ? await countCouponTry(db, { ...clientOf(request), customer, now }) : []
      const quoted = await quote(db, body, customer, now)
      if (quoted.knowsCoupon) await couponTryWasRight(db, counted)
      return billView(quoted)
    },
    place: async ({ db, body, who, context, request, now, checkout, audit }) => {
      const base = linkBase(request, context.config)
      const placing = { ...body, pincode: body.pincode ?? '' }
      const order = await placeOrder(db, placing, { customerId: who.id, now, checkout }, (id) =>
        requireOrder(db, id, base, who.id),
      )
      audit({ object: order.id, after: { total: order.totalPrice, payment: order.payment } })
      const { provider } = context.payments
      return { ...order, ...(checkout && provider && { checkout: checkoutView(checkout, provider.keyId) }) }
    },
    list: async ({ db, query: { cursor }, who, context: { config }, request }) => {
      if (cursor && !validate(cursor)) return { orders: [], next: null }
      const page = await customerOrders(db, who.id, cursor ?? null, linkBase(request, config))
      return { ...page, orders: page.orders.map((order) => withDoorCode(order, config)) }
    },
    get: async ({ db, params, who, context: { config }, request }) =>
      withDoorCode(await requireOrder(db, params.id, linkBase(request, config), who.id), config),
    cancel: async ({ db, params, who, context, request, now, audit, after }) => {
      const by = `${who.name} (customer)`
      const customers = { owner: who.id, touchedPick: 'keep' } as const
      const change = { id: params.id, to: 'canceled', from: 'confirmed', ...customers, by, now } as const
      const changed = await changeOrderStatus(db, change).catch((error: unknown) => {
        if (!(error instanceof StaleStatus)) throw error
        if (error.change.to === 'canceled') throw new HttpError(409, 'This order is already canceled')
        throw new HttpError(409, 'The store has accepted this order, so it cannot be canceled any more', {
          code: 'accepted',
        })
      })
      audit(changed && { object: params.id, ...statusAudit(changed) })
      after(async () => context.payments.wake())
      return requireOrder(db, params.id, linkBase(request, context.config), who.id)
    },
  },
)
