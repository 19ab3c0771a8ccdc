import { describe, expect, test } from 'vitest'
import {
  needsCashAnswer,
  nextStatus,
  deliveryEffects,
  type DeliveryClaims,
  type OrderFacts,
  paymentRefusal,
} from './delivery.ts'
import { deliveryStatuses, type DeliveryStatus } from './vocabulary.ts'

const cod: OrderFacts = {
  total: 52_350,
  paymentMethod: 'cod',
  paymentStatus: 'due',
  paidBy: 'none',
  coins: 12,
  referralCoins: 50,
  hasCoupon: true,
}
const cash: OrderFacts = { ...cod, paymentStatus: 'paid', paidBy: 'cash' }
/** A reopened cash order: its cash was refunded to the wallet and taken back from there. */
const reopened: OrderFacts = { ...cash, paidBy: 'wallet' }
const wallet: OrderFacts = { ...reopened, paymentMethod: 'wallet' }
const online: OrderFacts = { ...cod, paymentMethod: 'online' }
const paidOnline: OrderFacts = { ...online, paymentStatus: 'paid', paidBy: 'online' }
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
const due = { paymentStatus: 'due', paidBy: 'none' }
const undelivered = { customerCoins: -12, referrerCoins: -50, totalPayment: -52_350 }

describe('effects of a status change', () => {
  test.each<[string, OrderFacts, DeliveryStatus, DeliveryStatus, object, DeliveryClaims?]>([
    [
      'delivering marks cash as paid',
      cod,
      'outForDelivery',
      'delivered',
      { ...delivered, paymentStatus: 'paid', paidBy: 'cash' },
    ],
    [
      'correcting Delivered makes cash due again',
      cash,
      'delivered',
      'dispatched',
      { ...undelivered, ...due },
    ],
    [
      'a cash order that the wallet has paid stays paid when Delivered is corrected',
      reopened,
      'delivered',
      'outForDelivery',
      undelivered,
    ],
    [
      'canceling a cash order that the wallet has paid refunds it, whatever the cash answer',
      reopened,
      'delivered',
      'canceled',
      { ...undelivered, customerMoney: 52_350, coupon: 'release' },
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
      { ...undelivered, ...due, coupon: 'release' },
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
      { ...undelivered, ...due },
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
      { ...delivered, paidBy: 'wallet', customerMoney: -52_350, coupon: 'claim', issuesInvoice: true },
    ],
    [
      'reopening a canceled order charges its collected cash to the wallet, which then counts as the payer',
      cash,
      'canceled',
      'prepared',
      { paidBy: 'wallet', customerMoney: -52_350, coupon: 'claim', issuesInvoice: true },
    ],
    ['canceling an unpaid order refunds nothing', cod, 'confirmed', 'canceled', { coupon: 'release' }],
    [
      'delivering an order canceled by mistake claims its coupon again',
      cod,
      'canceled',
      'delivered',
      { ...delivered, paymentStatus: 'paid', paidBy: 'cash', coupon: 'claim', issuesInvoice: true },
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
      paidOnline,
      'dispatched',
      'canceled',
      { sourceRefund: 52_350, coupon: 'release' },
    ],
    [
      'canceling a delivered order paid online refunds the source',
      paidOnline,
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
    const unchanged = { ...still, paymentStatus: order.paymentStatus, paidBy: order.paidBy }
    expect(deliveryEffects(order, from, to, claims)).toEqual({ ...unchanged, ...expected })
  })

  test.each(deliveryStatuses)('setting the current status %s again changes nothing', (status) => {
    for (const order of [cod, cash, reopened, wallet, online]) {
      const effects = deliveryEffects(order, status, status, collected)
      expect(effects).toEqual({ ...still, paymentStatus: order.paymentStatus, paidBy: order.paidBy })
    }
  })
})

test('asks about the cash only when an order that was paid in cash is canceled after delivery', () => {
  const asked = [cod, cash, reopened, wallet, online, { ...cash, total: 0 }].flatMap((order) =>
    deliveryStatuses.flatMap((from) =>
      deliveryStatuses.flatMap((to) => (needsCashAnswer(order, from, to) ? [[order, from, to]] : [])),
    ),
  )
  expect(asked).toEqual([[cash, 'delivered', 'canceled']])
})

test('only a paid online order changes status, and a canceled one stays canceled', () => {
  const failed: OrderFacts = { ...online, paymentStatus: 'failed' }
  for (const order of [cod, cash, wallet, paidOnline])
    for (const from of deliveryStatuses)
      for (const to of deliveryStatuses)
        expect(paymentRefusal(order, from, to) !== null).toBe(
          order === paidOnline && from === 'canceled' && to !== 'canceled',
        )
  for (const order of [online, failed])
    for (const to of deliveryStatuses)
      expect(paymentRefusal(order, 'confirmed', to) !== null).toBe(to !== 'confirmed' && to !== 'canceled')
  expect(paymentRefusal(failed, 'canceled', 'confirmed')).toBe(
    'This order was not paid, so it stays canceled',
  )
})

test('the next status follows the stages until the order is delivered', () => {
  expect(deliveryStatuses.map(nextStatus)).toEqual([
    'prepared',
    'dispatched',
    'outForDelivery',
    'delivered',
    null,
    null,
  ])
})
