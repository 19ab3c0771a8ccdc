import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { type ManualOrderStatus, manualOrderStatuses, type PhotoOrderSort } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { addressColumns, addressFields } from '../shared/address.ts'
import { listRow, pageOf } from '../shared/pages.ts'

const Stored = z.strictObject({
  id: z.string(),
  createdAt: z.string(),
  user: z.strictObject({ fullName: z.string(), phone: z.string() }),
  status: z.enum(manualOrderStatuses),
  photos: z.array(z.string()),
  documents: z.array(z.string()),
  isPrescription: z.boolean(),
  order: z.nullable(z.strictObject({ _id: z.string(), order_id: z.string() })),
})
type Stored = z.output<typeof Stored>
const shape = { row: Stored }
const storedRow = z.strictObject(shape)
const storedListRow = listRow(shape)

/**
 * The order that was placed from the list `m`. A canceled order is omitted while the list waits to be ordered again.
 */
const itsOrder = sql`(SELECT json_build_object('_id', o.id, 'order_id', o.order_id) FROM orders o
  WHERE o.manual_order_id = m.id AND (m.status <> 'waiting' OR o.status <> 'canceled')
  ORDER BY o.status = 'canceled', o.id DESC LIMIT 1)`

const row = sql`json_build_object('id', m.id, 'createdAt', m.created_at, 'status', m.status, 'photos', m.photos,
  'documents', m.documents, 'isPrescription', m.is_prescription, 'order', ${itsOrder},
  'user', (SELECT json_build_object('fullName', full_name, 'phone', phone) FROM users WHERE id = m.user_id)) AS row`

/** A manual order for lists. */
const toSummary = ({ createdAt, user, ...order }: Stored) => {
  const at = new Date(createdAt)
  return { ...order, ...user, date: dayInKolkata(at), dateAndTime: isoInKolkata(at) }
}

type Summary = ReturnType<typeof toSummary>

/** The row for staff who may not see prescriptions: a prescription has no pictures. */
const withoutPrescription = (order: Summary): Summary =>
  order.isPrescription ? { ...order, photos: [], documents: [] } : order

type Filter = { status: ManualOrderStatus | null; sort: PhotoOrderSort; page: number }

/** A page of manual orders of one status (null: all), with the number of pages (`pageOf`). */
export async function manualOrderPage(
  db: Db,
  { status, sort, page }: Filter,
  { seesPrescriptions }: { seesPrescriptions: boolean },
) {
  const selection = {
    from: sql`manual_orders m`,
    id: sql`m.id`,
    condition: status === null ? sql`true` : sql`m.status = ${status}`,
    name: JSON.stringify(['manual orders', status]),
    size: PAGE_SIZE.manualOrders,
    // Ids are in order of time.
    ...(sort === 'date' && { sort: { by: sql`m.id`, ascending: true } }),
  }
  const result = await pageOf(db, selection, page, { select: row, row: storedListRow })
  const summaries = result.data.map(({ row: stored }) => toSummary(stored))
  return { ...result, data: seesPrescriptions ? summaries : summaries.map(withoutPrescription) }
}

/** The manual orders with these ids for live events, in no particular order; without the pictures of prescriptions. */
export async function manualOrderRowsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, storedRow).execute(sql`
    SELECT ${row} FROM manual_orders m
    WHERE m.id IN (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`)
  return rows.map(({ row: stored }) => withoutPrescription(toSummary(stored)))
}

const withCustomer = z.strictObject({
  row: Stored,
  customer: z.strictObject({
    id: z.string(),
    fullName: z.string(),
    phone: z.string(),
    addresses: z.array(z.strictObject({ id: z.string(), ...addressFields })),
    money: z.int(),
  }),
})

/** A manual order with its customer's addresses and the money in their wallet (paise). @throws HttpError 404 */
export async function manualOrderWithCustomer(db: Db, id: string) {
  if (!validate(id)) throw new HttpError(404, 'Manual order not found')
  const rows = await rowsOf(db, withCustomer).execute(sql`
    SELECT ${row}, json_build_object('id', u.id, 'fullName', u.full_name, 'phone', u.phone, 'money', w.money, 'addresses', (
      SELECT coalesce(json_agg(json_build_object('id', a.id, ${addressColumns}) ORDER BY a.id), '[]')
      FROM addresses a WHERE a.user_id = u.id)) AS customer
    FROM manual_orders m JOIN users u ON u.id = m.user_id JOIN wallets w ON w.user_id = u.id WHERE m.id = ${id}`)
  const { row: stored, customer } = requireRow(rows, 'Manual order')
  return { list: toSummary(stored), customer }
}
