import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  needsCashAnswer,
  nextStatus,
  deliveryEffects,
  type DeliveryClaims,
  type OrderFacts,
  paymentRefusal,
} from './delivery.ts'
import { propertyRuns, longTimeout } from './testing.ts'
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
  sourceRefund: 0,
  totalPayment: 0,
  coupon: 'keep',
  issuesInvoice: false,
}
const delivered = { customerCoins: 12, referrerCoins: 50, totalPayment: 52_350 }
const undelivered = { customerCoins: -12, referrerCoins: -50, totalPayment: -52_350 }

describe('effects of a status change', () => {
  test.each<[string, OrderFacts, DeliveryStatus, DeliveryStatus, object, DeliveryClaims?]>([
    [
      'delivering marks cash as paid',
      cod,
      'outForDelivery',
      'delivered',
      { ...delivered, paymentStatus: 'paid' },
    ],
    [
      'correcting Delivered makes cash due again',
      cash,
      'delivered',
      'dispatched',
      { ...undelivered, paymentStatus: 'due' },
    ],
    [
      'canceling after delivery refunds collected cash to the wallet',
      cash,
      'delivered',
      'canceled',
      { ...undelivered, paymentStatus: 'paid', customerMoney: 52_350, coupon: 'release' },
      collected,
    ],
    [
      'canceling after delivery without confirmed cash refunds nothing',
      cash,
      'delivered',
      'canceled',
      { ...undelivered, paymentStatus: 'due', coupon: 'release' },
    ],
    [
      'the cash answer has no effect on an order that was not delivered',
      cod,
      'dispatched',
      'canceled',
      { coupon: 'release' },
      collected,
    ],
    [
      'the cash answer has no effect on a correction of Delivered',
      cash,
      'delivered',
      'dispatched',
      { ...undelivered, paymentStatus: 'due' },
      collected,
    ],
    [
      'canceling a delivered wallet order refunds it without a cash answer',
      wallet,
      'delivered',
      'canceled',
      { ...undelivered, customerMoney: 52_350, coupon: 'release' },
    ],
    [
      'the cash answer does not mark an online order as paid',
      online,
      'delivered',
      'canceled',
      { ...undelivered, paymentStatus: 'failed', coupon: 'release' },
      collected,
    ],
    [
      'delivering a canceled order reverses the refund',
      cash,
      'canceled',
      'delivered',
      { ...delivered, paymentStatus: 'paid', customerMoney: -52_350, coupon: 'claim', issuesInvoice: true },
    ],
    [
      'reopening a canceled order keeps collected cash as paid',
      cash,
      'canceled',
      'prepared',
      { paymentStatus: 'paid', customerMoney: -52_350, coupon: 'claim', issuesInvoice: true },
    ],
    ['canceling an unpaid order refunds nothing', cod, 'confirmed', 'canceled', { coupon: 'release' }],
    [
      'delivering an order canceled by mistake claims its coupon again',
      cod,
      'canceled',
      'delivered',
      { ...delivered, paymentStatus: 'paid', coupon: 'claim', issuesInvoice: true },
    ],
    [
      'canceling a wallet order refunds it',
      wallet,
      'prepared',
      'canceled',
      { customerMoney: 52_350, coupon: 'release' },
    ],
    [
      'reopening a wallet order charges the wallet again',
      wallet,
      'canceled',
      'confirmed',
      { customerMoney: -52_350, coupon: 'claim' },
    ],
    ['correcting Delivered keeps a wallet order paid', wallet, 'delivered', 'prepared', undelivered],
    [
      'canceling does not refund a failed payment',
      { ...online, paymentStatus: 'failed' },
      'confirmed',
      'canceled',
      { coupon: 'release' },
    ],
    [
      'canceling an unpaid online order marks its payment as failed',
      online,
      'confirmed',
      'canceled',
      { paymentStatus: 'failed', coupon: 'release' },
    ],
    [
      'canceling an order paid online refunds the source, not the wallet',
      { ...online, paymentStatus: 'paid' },
      'dispatched',
      'canceled',
      { sourceRefund: 52_350, coupon: 'release' },
    ],
    [
      'canceling a delivered order paid online refunds the source',
      { ...online, paymentStatus: 'paid' },
      'delivered',
      'canceled',
      { ...undelivered, sourceRefund: 52_350, coupon: 'release' },
    ],
    ['preparing issues the invoice', cod, 'confirmed', 'prepared', { issuesInvoice: true }],
    [
      'delivering directly issues the invoice',
      wallet,
      'confirmed',
      'delivered',
      { ...delivered, issuesInvoice: true },
    ],
    ['later statuses issue no invoice', cod, 'prepared', 'dispatched', {}],
    ['returning to Confirmed issues no invoice', cod, 'prepared', 'confirmed', {}],
    [
      'canceling an order without a coupon releases none',
      { ...cod, hasCoupon: false },
      'confirmed',
      'canceled',
      {},
    ],
  ])('%s', (_, order, from, to, expected, claims) => {
    const unchanged = { ...still, paymentStatus: order.paymentStatus }
    expect(deliveryEffects(order, from, to, claims)).toEqual({ ...unchanged, ...expected })
  })

  test.each(deliveryStatuses)('setting the current status %s again changes nothing', (status) => {
    for (const order of [cod, cash, wallet, online]) {
      const effects = deliveryEffects(order, status, status, collected)
      expect(effects).toEqual({ ...still, paymentStatus: order.paymentStatus })
    }
  })
})

test('asks about the cash only when a delivered cash order is canceled', () => {
  const asked = [cod, cash, wallet, online, { ...cash, total: 0 }].flatMap((order) =>
    deliveryStatuses.flatMap((from) =>
      deliveryStatuses.flatMap((to) => (needsCashAnswer(order, from, to) ? [[order, from, to]] : [])),
    ),
  )
  expect(asked).toEqual([cod, cash].map((order) => [order, 'delivered', 'canceled']))
})

test('only a paid online order changes status, and a canceled one stays canceled', () => {
  const paid: OrderFacts = { ...online, paymentStatus: 'paid' }
  const failed: OrderFacts = { ...online, paymentStatus: 'failed' }
  for (const order of [cod, cash, wallet, paid])
    for (const from of deliveryStatuses)
      for (const to of deliveryStatuses)
        expect(paymentRefusal(order, from, to) !== null).toBe(
          order === paid && from === 'canceled' && to !== 'canceled',
        )
  for (const order of [online, failed])
    for (const to of deliveryStatuses)
      expect(paymentRefusal(order, 'confirmed', to) !== null).toBe(to !== 'confirmed' && to !== 'canceled')
  expect(paymentRefusal(failed, 'canceled', 'confirmed')).toBe(
    'This order was not paid, so it stays canceled',
  )
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
  })
  .map((order): OrderFacts => {
    const first = { cod: 'due', wallet: 'paid', online: 'paid' } as const
    return { ...order, paymentStatus: first[order.paymentMethod] }
  })

/** An independent model of the rules: the state after all changes, without computing differences. */
function model(order: OrderFacts, walk: { to: DeliveryStatus; cashCollected: boolean }[]) {
  let now: DeliveryStatus = 'confirmed'
  let cashInTill = false
  let invoiced = false
  const isPaid = () => (order.paymentMethod === 'cod' ? cashInTill : order.paymentStatus === 'paid')
  for (const { to: next, cashCollected } of walk) {
    if (next === now || (order.paymentMethod === 'online' && now === 'canceled')) continue
    if (next === 'delivered') cashInTill = true
    else if (now === 'delivered') cashInTill = next === 'canceled' && cashCollected
    if (next !== 'confirmed' && next !== 'canceled') invoiced = true
    now = next
  }
  return {
    customerCoins: now === 'delivered' ? order.coins : 0,
    referrerCoins: now === 'delivered' ? order.referralCoins : 0,
    totalPayment: now === 'delivered' ? order.total : 0,
    customerMoney: now === 'canceled' && isPaid() && order.paymentMethod !== 'online' ? order.total : 0,
    sourceRefund: now === 'canceled' && order.paymentMethod === 'online' ? order.total : 0,
    couponUses: order.hasCoupon && now !== 'canceled' ? 1 : 0,
    isPaid: isPaid(),
    invoiced,
  }
}

test('depends on the last status only, whatever the sequence of changes', longTimeout, () => {
  fc.assert(
    fc.property(placed, fc.array(step, { maxLength: 12 }), (order, walk) => {
      const sums = { customerCoins: 0, referrerCoins: 0, totalPayment: 0, customerMoney: 0, sourceRefund: 0 }
      let couponUses = order.hasCoupon ? 1 : 0
      let invoiced = false
      let paymentStatus = order.paymentStatus
      let from: DeliveryStatus = 'confirmed'
      for (const { to, cashCollected } of walk) {
        if (paymentRefusal(order, from, to) !== null) continue
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
      expect({ ...sums, couponUses, isPaid, invoiced }).toEqual(model(order, walk))
    }),
    propertyRuns,
  )
})

test('one press leads from stage to stage until the order is delivered', () => {
  expect(deliveryStatuses.map(nextStatus)).toEqual([
    'prepared',
    'dispatched',
    'outForDelivery',
    'delivered',
    null,
    null,
  ])
})
