import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'

/** A small generator (mulberry32), so that a failing day can be repeated. */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, one: <T>(list: readonly T[]): T | undefined => list[below(list.length)] }
}

export type Status = DeliveryStatusName
type Place = { rider: number; counts: number } | 'till'
type Order = {
  id: string
  total: number
  roundsCash: boolean
  isPicked: boolean
  status: Status
  paid: 'none' | 'cash' | 'upi' | 'wallet'
  isVerified: boolean
  /** The amount paid by UPI; a later pick does not change it. */
  upi: number
  /** The rider who has the bag. */
  rider: number | null
  /** Where the cash is, or where it was before it was refunded. */
  place: Place | null
  isHeld: boolean
  /** The rider whose delivery can be reverted. */
  deliveredBy: number | null
}
type Purse = {
  collected: number
  deposited: number
  inHand: number
  shortage: number
  writtenOff: number
  surplus: number
  counts: number
}

/** The cash to collect for an order in paise, rounded half up to the rupee if the order rounds cash. */
export const inCash = ({ total, roundsCash }: Pick<Order, 'total' | 'roundsCash'>) =>
  roundsCash ? Math.floor((total + 50) / 100) * 100 : total

/** A model of a store's cash that uses none of the product's code. Amounts are paise. */
export class Model {
  till = 0
  bank = 0
  unverified = 0
  purses: Purse[] = []
  orders: Order[] = []

  private presentPlace({ place }: Order): Place {
    if (place === null || place === 'till') return 'till'
    return this.purses[place.rider]?.counts === place.counts ? place : 'till'
  }
  private move(order: Order, place: Place, amount: number) {
    const purse = place === 'till' ? undefined : this.purses[place.rider]
    if (purse) {
      purse.inHand += amount
      purse.collected += amount
    } else this.till += amount
    order.place = place
    order.isHeld = amount > 0
  }

  set(order: Order, to: Status, { collected = false, rider = null as number | null, byUpi = false } = {}) {
    const from = order.status
    if (from === to) return
    order.status = to
    if (order.paid === 'none' && to === 'Delivered' && byUpi) {
      order.paid = 'upi'
      order.isVerified = false
      order.upi = order.total
      this.unverified += order.upi
    } else if (order.paid === 'upi') {
      if (to === 'Canceled' && !order.isVerified) {
        order.paid = 'none'
        this.unverified -= order.upi
      }
    } else if (order.paid === 'none' && to === 'Delivered') {
      order.paid = 'cash'
      const place =
        rider === null ? this.presentPlace(order) : { rider, counts: this.purses[rider]?.counts ?? 0 }
      this.move(order, place, inCash(order))
    } else if (order.paid === 'cash' && from !== 'Delivered') order.paid = 'wallet'
    else if (order.paid === 'cash' && !(to === 'Canceled' && collected)) {
      order.paid = 'none'
      this.move(order, this.presentPlace(order), -inCash(order))
    }
    this.follow(order, to)
  }

  /** Packs the order with missing pieces, which lowers its total. */
  pick(order: Order, total: number) {
    order.isPicked = true
    order.total = total
    this.set(order, 'Prepeared')
  }

  /** Updates the bag after a change of status. */
  private follow(order: Order, to: Status) {
    if (to === 'Delivered') {
      if (order.rider !== null) order.deliveredBy = order.rider
      order.rider = null
    } else if (to === 'Canceled') order.rider = null
    else if (to === 'Dispatched' || to === 'Out for Delivary') {
      order.rider ??= order.deliveredBy
      order.deliveredBy = null
    } else {
      order.rider = null
      order.deliveredBy = null
    }
  }

  count(purse: Purse, counted: number) {
    const expected = purse.inHand
    if (expected > 0) purse.counts += 1
    const booked = Math.min(expected, counted)
    purse.shortage += expected - booked
    const repaid = Math.min(counted - booked, purse.shortage)
    purse.shortage -= repaid
    purse.surplus += counted - booked - repaid
    purse.deposited += booked + repaid
    purse.inHand = 0
    this.till += booked + repaid
  }
}
