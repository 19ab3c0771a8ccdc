import { dropStates, toCollect } from '@kirana/domain/drops'
import { startOfDayInKolkata } from '@kirana/domain/calendar'
import { payers, paymentMethods } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { storedAddress } from '../shared/address.ts'

/** The most bags on the dispatcher's screen: an evening's, several times over. */
const MAX_BAGS = 500

const money = {
  payment: z.enum(paymentMethods),
  paidBy: z.enum(payers),
  total: z.int(),
}
/** Fields of `money` of order `o`. */
const moneyFields = sql`'payment', o.payment_method, 'paidBy', o.paid_by, 'total', o.total`

/** What the customer pays at the door for order `o`, in paise: `toCollect` in SQL. */
export const collectable = sql`CASE WHEN o.payment_method = 'cod' AND o.paid_by = 'none' THEN o.total ELSE 0 END`

/** 'MG Road, Mumbai': where to, without the house. */
const placeOf = ({ street, landmark, city }: Pick<Address, 'street' | 'landmark' | 'city'>) =>
  [street, landmark, city].filter(Boolean).join(', ')
const addressOf = ({ houseNo, ...rest }: Address) =>
  [houseNo, placeOf(rest), rest.state, rest.pincode].filter(Boolean).join(', ')

const bagRow = z.strictObject({
  bag: z.strictObject({
    id: z.string(),
    orderNumber: z.string(),
    state: z.enum(['packed', ...dropStates]),
    since: z.string(),
    address: storedAddress,
    rider: z.nullable(z.strictObject({ _id: z.string(), name: z.string() })),
    failReason: z.string(),
    ...money,
  }),
})

/**
 * The bags in the store and on the way, the oldest first. An order that staff set to Dispatched without a rider is a bag,
 * too. Amounts are paise. One statement.
 */
export async function bagRows(db: Db) {
  const rows = await rowsOf(db, bagRow).execute(sql`
    SELECT json_build_object('id', o.id, 'orderNumber', o.order_id, 'state', coalesce(d.state, 'packed'),
      'since', coalesce(d.assigned_at, h.at), 'address', o.address,
      'rider', CASE WHEN d.id IS NOT NULL THEN json_build_object('_id', r.id, 'name', r.name) END,
      'failReason', coalesce(d.fail_reason, ''), ${moneyFields}) AS bag
    FROM orders o
    LEFT JOIN drops d ON d.order_id = o.id AND d.state IN ('assigned', 'on the road', 'failed')
    LEFT JOIN riders r ON r.id = d.rider_id
    CROSS JOIN LATERAL (SELECT max(created_at) AS at FROM order_history WHERE order_id = o.id) h
    WHERE o.status IN ('prepared', 'dispatched', 'outForDelivery')
    ORDER BY coalesce(d.assigned_at, h.at), o.id LIMIT ${MAX_BAGS}`)
  return rows.map(({ bag: { address, since, paidBy, total, ...bag } }) => ({
    ...bag,
    since: new Date(since),
    pincode: address.pincode,
    place: placeOf(address),
    toCollect: toCollect({ paymentMethod: bag.payment, paidBy, total }),
    photo: '',
  }))
}

const riderRow = z.strictObject({
  rider: z.strictObject({
    id: z.string(),
    name: z.string(),
    isActive: z.boolean(),
    drops: z.int(),
    cash: z.int(),
    cashLimit: z.int(),
  }),
})

/** Riders who are active, or still have bags or cash, by name; amounts are paise. One statement. */
export async function dispatchRiders(db: Db) {
  const rows = await rowsOf(db, riderRow).execute(sql`
    SELECT json_build_object('id', r.id, 'name', r.name, 'isActive', r.is_active, 'drops', n.drops, 'cash', r.in_hand,
      'cashLimit', r.cash_limit) AS rider
    FROM riders r CROSS JOIN LATERAL (
      SELECT count(*)::int AS drops FROM drops d
      WHERE d.rider_id = r.id AND d.state IN ('assigned', 'on the road', 'failed')) n
    WHERE r.is_active OR n.drops > 0 OR r.in_hand > 0
    ORDER BY lower(r.name), r.id`)
  return rows.map(({ rider }) => rider)
}

const dayRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  cash: z.int(),
  cashLimit: z.int(),
  drops: z.nullable(
    z.array(
      z.strictObject({
        id: z.string(),
        orderNumber: z.string(),
        state: z.enum(dropStates),
        isOpen: z.boolean(),
        name: z.string(),
        phone: z.string(),
        address: storedAddress,
        ...money,
      }),
    ),
  ),
})

/**
 * A rider's day: the open drops, and those that ended today (Asia/Kolkata), the earliest first. Of an ended drop neither
 * name nor phone nor address. Amounts are paise. One statement.
 */
export async function riderDay(db: Db, riderId: string, now: Date) {
  const rows = await rowsOf(db, z.strictObject({ day: dayRow })).execute(sql`
    SELECT json_build_object('id', r.id, 'name', r.name, 'cash', r.in_hand, 'cashLimit', r.cash_limit, 'drops', (
      SELECT json_agg(json_build_object('id', o.id, 'orderNumber', o.order_id, 'state', d.state,
          'isOpen', d.ended_at IS NULL, 'name', coalesce(nullif(o.address->>'fullName', ''), o.customer_name),
          'phone', coalesce(nullif(o.address->>'phone', ''), o.customer_phone), 'address', o.address, ${moneyFields})
        ORDER BY d.assigned_at, d.id)
      FROM drops d JOIN orders o ON o.id = d.order_id
      WHERE d.rider_id = r.id AND (d.state IN ('assigned', 'on the road', 'failed')
        OR d.ended_at >= ${startOfDayInKolkata(now).toISOString()}))) AS day
    FROM riders r WHERE r.id = ${riderId}`)
  const { drops, ...day } = requireRow(rows, 'Rider').day
  return {
    ...day,
    drops: (drops ?? []).map(({ isOpen, address, name, phone, paidBy, total, ...drop }) => ({
      ...drop,
      name: isOpen ? name : '',
      phone: isOpen ? phone : '',
      address: isOpen ? addressOf(address) : '',
      place: isOpen ? placeOf(address) : '',
      toCollect: toCollect({ paymentMethod: drop.payment, paidBy, total }),
      note: '',
      needsCode: false,
    })),
  }
}
