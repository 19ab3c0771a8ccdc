import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { type ManualOrderStatus, manualOrderStatuses, type PhotoOrderSort } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { listRow, pageOf } from '../shared/pages.ts'

const Stored = z.strictObject({
  id: z.string(),
  createdAt: z.string(),
  user: z.strictObject({ fullName: z.string(), phone: z.string() }),
  status: z.enum(manualOrderStatuses),
  photos: z.array(z.string()),
  documents: z.array(z.string()),
})
type Stored = z.output<typeof Stored>
const shape = { row: Stored }
const storedRow = z.strictObject(shape)
const storedListRow = listRow(shape)

const row = sql`json_build_object('id', m.id, 'createdAt', m.created_at, 'status', m.status, 'photos', m.photos,
  'documents', m.documents,
  'user', (SELECT json_build_object('fullName', full_name, 'phone', phone) FROM users WHERE id = m.user_id)) AS row`

/** A manual order as lists and live events receive it. */
const toSummary = ({ createdAt, user, ...order }: Stored) => {
  const at = new Date(createdAt)
  return { ...order, ...user, date: dayInKolkata(at), dateAndTime: isoInKolkata(at) }
}

/** A page of manual orders of one status (null: all), with the number of pages (`pageOf`). */
export async function manualOrderPage(
  db: Db,
  { status, sort, page }: { status: ManualOrderStatus | null; sort: PhotoOrderSort; page: number },
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
  return { ...result, data: result.data.map(({ row: stored }) => toSummary(stored)) }
}

/** The manual orders with these ids, in no particular order. */
export async function manualOrderRowsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await rowsOf(db, storedRow).execute(sql`
    SELECT ${row} FROM manual_orders m
    WHERE m.id IN (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`)
  return rows.map(({ row: stored }) => toSummary(stored))
}
