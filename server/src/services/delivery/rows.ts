import { dropStates, dueByUpi, MAX_WRONG_CODES, toCollect } from '@kirana/domain/drops'
import { startOfDayInKolkata } from '@kirana/domain/calendar'
import { payers, paymentMethods } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import type { Address } from '../../tables/orders.ts'
import { placeOf, storedAddress } from '../shared/address.ts'
import { cashTotal } from '../shared/cash-total.ts'

/** Maximum number of bags on the dispatcher's screen. A busy evening has far fewer. */
const MAX_BAGS = 500

const money = {
  payment: z.enum(paymentMethods),
  paidBy: z.enum(payers),
  total: z.int(),
  roundsCash: z.boolean(),
}
/** SQL for the fields of order `o` that `money` reads. */
const moneyFields = sql`'payment', o.payment_method, 'paidBy', o.paid_by, 'total', o.total,
  'roundsCash', o.rounds_cash`

/** SQL for `toCollect`: the cash that the customer pays at the door for order `o`, in paise. */
export const collectable = sql`CASE WHEN o.payment_method = 'cod' AND o.paid_by = 'none' THEN ${cashTotal} ELSE 0 END`

/** SQL for the cash that the open drops of rider `r` collect, in paise. */
export const openCollectable = sql`(
  SELECT coalesce(sum(${collectable}), 0) FROM drops d JOIN orders o ON o.id = d.order_id
  WHERE d.rider_id = r.id AND d.state IN ('assigned', 'on the road', 'failed'))`

/** SQL for the sum of rider `r`'s UPI payments that are not verified, in paise. */
export const unverifiedUpi = sql`(
  SELECT coalesce(sum(y.amount), 0) FROM upi_payments y WHERE y.rider_id = r.id AND y.state = 'unverified')`

/** SQL for whether drop `d` needs the door code: the setting at its start, or before that the current setting. */
export const needsCode = sql`CASE WHEN d.started_at IS NULL THEN (SELECT door_code_required FROM company) ELSE d.needs_code END`

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
    photo: z.string(),
    isLocked: z.boolean(),
    ...money,
  }),
})

/**
 * The bags in the store and on the way, the oldest first. An order that staff set to Dispatched without a rider is a
 * bag, too. Amounts are paise. One statement.
 */
export async function bagRows(db: Db) {
  const rows = await rowsOf(db, bagRow).execute(sql`
    SELECT json_build_object('id', o.id, 'orderNumber', o.order_id, 'state', coalesce(d.state, 'packed'),
      'since', coalesce(d.assigned_at, h.at), 'address', o.address,
      'rider', CASE WHEN d.id IS NOT NULL THEN json_build_object('_id', r.id, 'name', r.name) END,
      'failReason', coalesce(d.fail_reason, ''),
      'photo', CASE WHEN d.state = 'failed' THEN d.photo ELSE '' END,
      'isLocked', coalesce(d.needs_code AND d.wrong_codes >= ${MAX_WRONG_CODES}::int, false), ${moneyFields}) AS bag
    FROM orders o
    LEFT JOIN drops d ON d.order_id = o.id AND d.state IN ('assigned', 'on the road', 'failed')
    LEFT JOIN riders r ON r.id = d.rider_id
    CROSS JOIN LATERAL (SELECT max(created_at) AS at FROM order_history WHERE order_id = o.id) h
    WHERE o.status IN ('prepared', 'dispatched', 'outForDelivery')
    ORDER BY coalesce(d.assigned_at, h.at), o.id LIMIT ${MAX_BAGS}`)
  return rows.map(({ bag: { address, since, paidBy, total, roundsCash, ...bag } }) => ({
    ...bag,
    since: new Date(since),
    pincode: address.pincode,
    place: placeOf(address),
    toCollect: toCollect({ paymentMethod: bag.payment, paidBy, total, roundsCash }),
  }))
}

const peopleRow = z.strictObject({
  people: z.strictObject({
    riders: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        isActive: z.boolean(),
        drops: z.int(),
        cash: z.int(),
        cashLimit: z.int(),
        unverifiedUpi: z.int(),
      }),
    ),
    overrides: z.array(
      z.strictObject({
        id: z.string(),
        orderNumber: z.string(),
        rider: z.string(),
        reason: z.string(),
        at: z.string(),
      }),
    ),
  }),
})

/**
 * Riders who are active, or still have bags, cash or unverified UPI payments, by name. Also the bags that were delivered
 * today (Asia/Kolkata) without the door code, the latest first. Amounts are paise. One statement.
 */
export async function dispatchPeople(db: Db, now: Date) {
  const rows = await rowsOf(db, peopleRow).execute(sql`
    SELECT json_build_object('riders', (
      SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'isActive', r.is_active, 'drops', n.drops,
        'cash', r.in_hand, 'cashLimit', r.cash_limit, 'unverifiedUpi', ${unverifiedUpi}) ORDER BY lower(r.name), r.id), '[]')
      FROM riders r CROSS JOIN LATERAL (
        SELECT count(*)::int AS drops FROM drops d
        WHERE d.rider_id = r.id AND d.state IN ('assigned', 'on the road', 'failed')) n
      WHERE r.is_active OR n.drops > 0 OR r.in_hand > 0 OR ${unverifiedUpi} > 0
    ), 'overrides', (
      SELECT coalesce(json_agg(json_build_object('id', o.id, 'orderNumber', o.order_id, 'rider', r.name,
        'reason', d.override, 'at', d.ended_at) ORDER BY d.ended_at DESC, d.id), '[]')
      FROM drops d JOIN orders o ON o.id = d.order_id JOIN riders r ON r.id = d.rider_id
      WHERE d.override <> '' AND d.ended_at >= ${startOfDayInKolkata(now).toISOString()}
    )) AS people`)
  const { riders, overrides } = requireRow(rows, 'Riders').people
  return { riders, overrides: overrides.map(({ at, ...override }) => ({ ...override, at: new Date(at) })) }
}

const dayRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  cash: z.int(),
  cashLimit: z.int(),
  upi: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
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
        needsCode: z.boolean(),
        ...money,
      }),
    ),
  ),
})

/**
 * A rider's day: the open drops, and those that ended today (Asia/Kolkata), the earliest first. An ended drop has
 * neither name nor phone nor address. Amounts are paise. One statement.
 */
export async function riderDay(db: Db, riderId: string, now: Date) {
  const rows = await rowsOf(db, z.strictObject({ day: dayRow })).execute(sql`
    SELECT json_build_object('id', r.id, 'name', r.name, 'cash', r.in_hand, 'cashLimit', r.cash_limit,
    'upi', (SELECT json_build_object('id', upi_id, 'name', name) FROM company WHERE upi_id <> ''), 'drops', (
      SELECT json_agg(json_build_object('id', o.id, 'orderNumber', o.order_id, 'state', d.state,
          'isOpen', d.ended_at IS NULL, 'name', coalesce(nullif(o.address->>'fullName', ''), o.customer_name),
          'phone', coalesce(nullif(o.address->>'phone', ''), o.customer_phone), 'address', o.address,
          'needsCode', ${needsCode}, ${moneyFields})
        ORDER BY d.assigned_at, d.id)
      FROM drops d JOIN orders o ON o.id = d.order_id
      WHERE d.rider_id = r.id AND (d.state IN ('assigned', 'on the road', 'failed')
        OR d.ended_at >= ${startOfDayInKolkata(now).toISOString()}))) AS day
    FROM riders r WHERE r.id = ${riderId}`)
  const { drops, ...day } = requireRow(rows, 'Rider').day
  return {
    ...day,
    drops: (drops ?? []).map(({ isOpen, address, name, phone, paidBy, total, roundsCash, ...drop }) => {
      const bill = { paymentMethod: drop.payment, paidBy, total, roundsCash }
      return {
        ...drop,
        name: isOpen ? name : '',
        phone: isOpen ? phone : '',
        address: isOpen ? addressOf(address) : '',
        place: isOpen ? placeOf(address) : '',
        toCollect: toCollect(bill),
        ...(dueByUpi(bill) !== toCollect(bill) && { dueByUpi: dueByUpi(bill) }),
        note: '',
      }
    }),
  }
}
