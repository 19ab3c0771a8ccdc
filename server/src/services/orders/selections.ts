import { dayAfter } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { searchDigits } from '@kirana/domain/phone'
import type { DeliveryStatus, OrderSort } from '@kirana/domain/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import {
  containing,
  containingPhone,
  isIndexed,
  phonePart,
  type Selection,
  startOfDay,
  type Sort,
} from '../shared/pages.ts'

/** Matches any part of the order id, the phone or the customer's name; a phone in any common spelling. */
function matching(search: string): SQL {
  const column = sql`o.search`
  const digits = searchDigits(search)
  const parts = [
    containing(column, search),
    containing(sql`lower(o.customer_name)`, search),
    ...(digits === null || digits === search ? [] : [containing(column, digits)]),
  ]
  return sql`(${sql.join(parts, sql` OR `)})`
}

const listed = { from: sql`orders o`, id: sql`o.id`, size: PAGE_SIZE.orders }

/** A total from the sharded counters that triggers maintain: `all`, `referred`, `status:…` or `day:…`. */
export const orderCount = (name: string) =>
  sql`(SELECT coalesce(sum(count), 0)::int FROM order_counts WHERE name = ${name})`

/** The exact condition of the index `orders_to_pack`, so that the list uses it. */
const isToPack = sql`o.status = 'confirmed' AND (o.payment_method <> 'online' OR o.payment_status = 'paid')`
const withStatus = (status: DeliveryStatus) => (status === 'confirmed' ? isToPack : sql`o.status = ${status}`)

/** Contains the exact condition of the index `orders_open`, so that the list uses it. */
const isToCollect = sql`o.status NOT IN ('delivered', 'canceled')
  AND (o.payment_method <> 'online' OR o.payment_status = 'paid') AND o.payment_method = 'cod' AND o.payment_status = 'due'`

/**
 * Ids are in order of time, but days are compared with times. A list with a filter by days is therefore sorted by time,
 * like its index.
 */
function sortOf(sort: OrderSort, isByTime: boolean): { sort?: Sort } {
  const ascending = !sort.startsWith('-') && sort !== ''
  if (sort.endsWith('amount')) return { sort: { by: sql`o.total`, ascending } }
  if (isByTime) return { sort: { by: sql`o.placed_at`, ascending } }
  return ascending ? { sort: { by: sql`o.id`, ascending } } : {}
}

export type OrderFilter = {
  /** Null: every status. */
  status: DeliveryStatus | null
  /** A part of the order id, the phone or the customer's name. */
  search: string
  /** A customer's id. */
  customer?: string
  /** Days of Kolkata ('YYYY-MM-DD'), inclusive. '' for no limit. */
  from?: string
  to?: string
  /** 'cash': only open orders whose cash is still to be collected. */
  collect?: '' | 'cash'
  sort?: OrderSort
}

/** Orders of Order History and New Orders. Unpaid online orders are not among the confirmed ones. */
export function selection(filter: OrderFilter): Selection {
  const { status, search, customer = '', from = '', to = '', collect = '', sort = '' } = filter
  const conditions = [
    ...(status ? [withStatus(status)] : []),
    ...(search ? [matching(search)] : []),
    ...(customer ? [sql`o.user_id = ${customer}`] : []),
    ...(from ? [sql`o.placed_at >= ${startOfDay(from)}`] : []),
    ...(collect ? [isToCollect] : []),
    ...(to ? [sql`o.placed_at < ${startOfDay(dayAfter(to))}`] : []),
  ]
  const isCounted = [search, customer, from, to, collect].every((text) => text === '')
  return {
    ...listed,
    condition: conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`,
    name: JSON.stringify(['orders', status, search, customer, from, to, collect]),
    ...(isCounted && { total: orderCount(status ? `status:${status}` : 'all') }),
    ...sortOf(sort, from !== '' || to !== ''),
  }
}

/** Orders placed with a referral code, searched by the customer's or the referrer's phone. */
export function referredSelection(search: string, sort: OrderSort = ''): Selection {
  const referred = sql`o.referrer_id IS NOT NULL`
  // The indexed column also contains the order id, so the phone is checked again.
  const customer = sql`${containingPhone(sql`o.search`, search)} AND ${containingPhone(sql`o.customer_phone`, search)}`
  const phone = containingPhone(sql`u.phone`, search)
  // = ANY (array) instead of IN, so that both halves of the OR use an index. One or two digits match nearly every
  // user, and an array of them costs ten times as much as EXISTS.
  const owner = isIndexed(phonePart(search))
    ? sql`o.referrer_id = ANY (ARRAY(SELECT u.id FROM users u WHERE ${phone}))`
    : sql`EXISTS (SELECT 1 FROM users u WHERE u.id = o.referrer_id AND ${phone})`
  return {
    ...listed,
    condition: search ? sql`${referred} AND (${customer} OR ${owner})` : referred,
    name: JSON.stringify(['referred', search]),
    ...(search === '' && { total: orderCount('referred') }),
    ...sortOf(sort, false),
  }
}
