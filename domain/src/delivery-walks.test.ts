import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveryEffects, type OrderFacts, paymentRefusal } from './delivery.ts'
import { propertyRuns, longTimeout } from './testing.ts'
import { deliveryStatuses, paymentMethods, type DeliveryStatus } from './vocabulary.ts'

const status = fc.constantFrom(...deliveryStatuses)
const step = fc.record({
  to: status,
  cashCollected: fc.boolean(),
  paidByUpi: fc.boolean(),
  isUpiVerified: fc.boolean(),
})
type Step = { to: DeliveryStatus; cashCollected: boolean; paidByUpi: boolean; isUpiVerified: boolean }
const placed = fc
  .record({
    total: fc.integer({ min: 1, max: 100_000_000 }),
    paymentMethod: fc.constantFrom(...paymentMethods),
    coins: fc.nat(1000),
    referralCoins: fc.nat(1000),
    hasCoupon: fc.boolean(),
  })
  .map((order): OrderFacts => {
    if (order.paymentMethod === 'cod') return { ...order, paymentStatus: 'due', paidBy: 'none' }
    return { ...order, paymentStatus: 'paid', paidBy: order.paymentMethod }
  })

/** An independent model of the rules: it records the money that moved instead of `paidBy`. */
function model(order: OrderFacts, walk: Step[]) {
  let now: DeliveryStatus = 'confirmed'
  /** Paise that the till received, that came by UPI at the door, that left the customer's wallet, and that left their bank. */
  const handedOver = {
    cash: 0,
    upi: 0,
    wallet: order.paymentMethod === 'wallet' ? order.total : 0,
    online: order.paymentMethod === 'online' ? order.total : 0,
  }
  const kept = () => handedOver.cash + handedOver.upi + handedOver.wallet + handedOver.online
  let refunded = 0
  let tookCash = false
  let invoiced = false
  for (const { to: next, cashCollected, paidByUpi, isUpiVerified } of walk) {
    if (next === now || (order.paymentMethod === 'online' && now === 'canceled')) continue
    handedOver.wallet += refunded
    refunded = 0
    if (tookCash && !(next === 'canceled' && cashCollected)) handedOver.cash = 0
    const isPaidNow = next === 'delivered' && kept() === 0
    if (isPaidNow && paidByUpi) handedOver.upi = order.total
    tookCash = isPaidNow && !paidByUpi
    if (next === 'canceled' && !isUpiVerified) handedOver.upi = 0
    if (tookCash) handedOver.cash = order.total
    if (next === 'canceled' && order.paymentMethod === 'online') handedOver.online = 0
    else if (next === 'canceled') {
      refunded = kept()
      handedOver.wallet -= refunded
    }
    if (next !== 'confirmed' && next !== 'canceled') invoiced = true
    now = next
  }
  const isCanceled = now === 'canceled'
  const isPaid = order.paymentMethod !== 'cod' || handedOver.cash + handedOver.upi > 0
  expect(kept()).toBe(isPaid && !isCanceled ? order.total : 0)
  return {
    customerCoins: now === 'delivered' ? order.coins : 0,
    referrerCoins: now === 'delivered' ? order.referralCoins : 0,
    totalPayment: now === 'delivered' ? order.total : 0,
    customerMoney: (order.paymentMethod === 'wallet' ? order.total : 0) - handedOver.wallet,
    sourceRefund: (order.paymentMethod === 'online' ? order.total : 0) - handedOver.online,
    couponUses: order.hasCoupon && !isCanceled ? 1 : 0,
    isPaid,
    invoiced,
  }
}

test('moves the same money as the model for every sequence of changes', longTimeout, () => {
  fc.assert(
    fc.property(placed, fc.array(step, { maxLength: 12 }), (order, walk) => {
      const sums = { customerCoins: 0, referrerCoins: 0, totalPayment: 0, customerMoney: 0, sourceRefund: 0 }
      let couponUses = order.hasCoupon ? 1 : 0
      let invoiced = false
      let { paymentStatus, paidBy } = order
      let from: DeliveryStatus = 'confirmed'
      for (const { to, ...claims } of walk) {
        if (paymentRefusal(order, from, to) !== null) continue
        const effects = deliveryEffects({ ...order, paymentStatus, paidBy }, from, to, claims)
        for (const key of Object.keys(sums) as (keyof typeof sums)[]) {
          sums[key] += effects[key]
          expect(sums[key]).toBeGreaterThanOrEqual(0)
        }
        couponUses += { keep: 0, release: -1, claim: 1 }[effects.coupon]
        invoiced ||= effects.issuesInvoice
        ;({ paymentStatus, paidBy } = effects)
        from = to
      }
      const isPaid = paymentStatus === 'paid'
      expect(paidBy !== 'none').toBe(isPaid)
      expect({ ...sums, couponUses, isPaid, invoiced }).toEqual(model(order, walk))
    }),
    propertyRuns,
  )
})
