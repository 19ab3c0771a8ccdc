import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksForCash, deliveryEffects, type DeliveryClaims, type OrderFacts } from './delivery.ts'
import { manyCases, patience } from './testing.ts'
import { deliveryStatuses, paymentMethods, type DeliveryStatus } from './vocabulary.ts'

const cod: OrderFacts = {
  total: 52_350,
  paymentMethod: 'cod',
  paymentStatus: 'due',
  coins: 12,
  referralCoins: 50,
  hasCoupon: true,
}
const cash: OrderFacts = { ...cod, paymentStatus: 'paid' }
const wallet: OrderFacts = { ...cod, paymentMethod: 'wallet', paymentStatus: 'paid' }
const online: OrderFacts = { ...cod, paymentMethod: 'online' }
const collected = { cashCollected: true }
const still = {
  customerCoins: 0,
  referrerCoins: 0,
  customerMoney: 0,
  totalPayment: 0,
  coupon: 'keep',
  issuesInvoice: false,
}
const delivered = { customerCoins: 12, referrerCoins: 50, totalPayment: 52_350 }
const undelivered = { customerCoins: -12, referrerCoins: -50, totalPayment: -52_350 }

describe('what a change brings about', () => {
  test.each<[string, OrderFacts, DeliveryStatus, DeliveryStatus, object, DeliveryClaims?]>([
    ['cash is paid at the door', cod, 'outForDelivery', 'delivered', { ...delivered, paymentStatus: 'paid' }],
    [
      'a correction makes cash due again',
      cash,
      'delivered',
      'dispatched',
      { ...undelivered, paymentStatus: 'due' },
    ],
    [
      'collected cash goes to the wallet',
      cash,
      'delivered',
      'canceled',
      { ...undelivered, paymentStatus: 'paid', customerMoney: 52_350, coupon: 'release' },
      collected,
    ],
    [
      'without a word about the cash the delivery counts as never made',
      cash,
      'delivered',
      'canceled',
      { ...undelivered, paymentStatus: 'due', coupon: 'release' },
    ],
    [
      'cash of an order that was not delivered',
      cod,
      'dispatched',
      'canceled',
      { coupon: 'release' },
      collected,
    ],
    [
      'a correction, whatever is said about cash',
      cash,
      'delivered',
      'dispatched',
      { ...undelivered, paymentStatus: 'due' },
      collected,
    ],
    [
      'a wallet order needs no word about cash',
      wallet,
      'delivered',
      'canceled',
      { ...undelivered, customerMoney: 52_350, coupon: 'release' },
    ],
    [
      'no claim makes an online order paid',
      online,
      'delivered',
      'canceled',
      { ...undelivered, coupon: 'release' },
      collected,
    ],
    [
      'delivered after all: the refund goes back',
      cash,
      'canceled',
      'delivered',
      { ...delivered, paymentStatus: 'paid', customerMoney: -52_350, coupon: 'claim', issuesInvoice: true },
    ],
    [
      'taken up again, cash kept by the store stays paid',
      cash,
      'canceled',
      'prepared',
      { paymentStatus: 'paid', customerMoney: -52_350, coupon: 'claim', issuesInvoice: true },
    ],
    ['nothing paid, nothing refunded', cod, 'confirmed', 'canceled', { coupon: 'release' }],
    [
      'canceled by mistake, then delivered',
      cod,
      'canceled',
      'delivered',
      { ...delivered, paymentStatus: 'paid', coupon: 'claim', issuesInvoice: true },
    ],
    [
      'a wallet order is refunded',
      wallet,
      'prepared',
      'canceled',
      { customerMoney: 52_350, coupon: 'release' },
    ],
    ['and paid again', wallet, 'canceled', 'confirmed', { customerMoney: -52_350, coupon: 'claim' }],
    ['a wallet order stays paid on the way back', wallet, 'delivered', 'prepared', undelivered],
    ['an online order still due is not paid by delivery', online, 'dispatched', 'delivered', delivered],
    [
      'a failed payment is not refunded',
      { ...online, paymentStatus: 'failed' },
      'confirmed',
      'canceled',
      { coupon: 'release' },
    ],
    ['the first step issues the invoice', cod, 'confirmed', 'prepared', { issuesInvoice: true }],
    ['so does delivery at once', wallet, 'confirmed', 'delivered', { ...delivered, issuesInvoice: true }],
    ['later steps do not', cod, 'prepared', 'dispatched', {}],
    ['going back to confirmed does not', cod, 'prepared', 'confirmed', {}],
    ['without a coupon there is none to release', { ...cod, hasCoupon: false }, 'confirmed', 'canceled', {}],
  ])('%s', (_, order, from, to, expected, claims) => {
    const unchanged = { ...still, paymentStatus: order.paymentStatus }
    expect(deliveryEffects(order, from, to, claims)).toEqual({ ...unchanged, ...expected })
  })

  test.each(deliveryStatuses)('the same status, %s, changes nothing', (status) => {
    for (const order of [cod, cash, wallet, online]) {
      const effects = deliveryEffects(order, status, status, collected)
      expect(effects).toEqual({ ...still, paymentStatus: order.paymentStatus })
    }
  })
})

test('only canceling a delivered order that is to be paid in cash asks about the cash', () => {
  const asked = [cod, cash, wallet, online, { ...cash, total: 0 }].flatMap((order) =>
    deliveryStatuses.flatMap((from) =>
      deliveryStatuses.flatMap((to) => (asksForCash(order, from, to) ? [[order, from, to]] : [])),
    ),
  )
  expect(asked).toEqual([cod, cash].map((order) => [order, 'delivered', 'canceled']))
})

const status = fc.constantFrom(...deliveryStatuses)
const step = fc.record({ to: status, cashCollected: fc.boolean() })
const placed = fc
  .record({
    total: fc.nat(100_000_000),
    paymentMethod: fc.constantFrom(...paymentMethods),
    coins: fc.nat(1000),
    referralCoins: fc.nat(1000),
    hasCoupon: fc.boolean(),
    onlinePayment: fc.constantFrom('due' as const, 'paid' as const, 'failed' as const),
  })
  .map(({ onlinePayment, ...order }): OrderFacts => {
    const first = { cod: 'due', wallet: 'paid', online: onlinePayment } as const
    return { ...order, paymentStatus: first[order.paymentMethod] }
  })

/** The rules once more, told as a clerk's day: what is in whose hands after each step, without any difference. */
function clerk(order: OrderFacts, walk: { to: DeliveryStatus; cashCollected: boolean }[]) {
  let now: DeliveryStatus = 'confirmed'
  let cashInTill = false
  let invoiced = false
  const isPaid = () => (order.paymentMethod === 'cod' ? cashInTill : order.paymentStatus === 'paid')
  for (const { to: next, cashCollected } of walk) {
    if (next === now) continue
    if (next === 'delivered') cashInTill = true
    else if (now === 'delivered') cashInTill = next === 'canceled' && cashCollected
    if (next !== 'confirmed' && next !== 'canceled') invoiced = true
    now = next
  }
  return {
    customerCoins: now === 'delivered' ? order.coins : 0,
    referrerCoins: now === 'delivered' ? order.referralCoins : 0,
    totalPayment: now === 'delivered' ? order.total : 0,
    customerMoney: now === 'canceled' && isPaid() ? order.total : 0,
    couponUses: order.hasCoupon && now !== 'canceled' ? 1 : 0,
    isPaid: isPaid(),
    invoiced,
  }
}

test('however the status wanders, what is left behind is what the last status demands', patience, () => {
  fc.assert(
    fc.property(placed, fc.array(step, { maxLength: 12 }), (order, walk) => {
      const sums = { customerCoins: 0, referrerCoins: 0, totalPayment: 0, customerMoney: 0 }
      let couponUses = order.hasCoupon ? 1 : 0
      let invoiced = false
      let paymentStatus = order.paymentStatus
      let from: DeliveryStatus = 'confirmed'
      for (const { to, cashCollected } of walk) {
        const effects = deliveryEffects({ ...order, paymentStatus }, from, to, { cashCollected })
        for (const key of Object.keys(sums) as (keyof typeof sums)[]) {
          sums[key] += effects[key]
          expect(sums[key]).toBeGreaterThanOrEqual(0)
        }
        couponUses += { keep: 0, release: -1, claim: 1 }[effects.coupon]
        invoiced ||= effects.issuesInvoice
        paymentStatus = effects.paymentStatus
        from = to
      }
      const isPaid = paymentStatus === 'paid'
      expect({ ...sums, couponUses, isPaid, invoiced }).toEqual(clerk(order, walk))
    }),
    manyCases,
  )
})
