import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import type { ManualOrderStatus } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'

type Stored = {
  id: string
  createdAt: string
  fullName: string
  phone: string
  status: ManualOrderStatus
  photos: string[]
  documents: string[]
}

const row = sql`CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'createdAt', m.created_at,
  'fullName', u.full_name, 'phone', u.phone, 'status', m.status, 'photos', m.photos, 'documents', m.documents) END`

/** A manual order as lists and live events show it. */
const shown = ({ createdAt, ...order }: Stored) => {
  const at = new Date(createdAt)
  return { ...order, date: dayInKolkata(at), dateAndTime: isoInKolkata(at) }
}

/** A page of manual orders of one status (null: all), newest first, and how many pages there are. */
export async function manualOrderPage(
  db: Db,
  { status, page }: { status: ManualOrderStatus | null; page: number },
) {
  const size = PAGE_SIZE.manualOrders
  const chosen = status === null ? sql`manual_orders m` : sql`manual_orders m WHERE m.status = ${status}`
  // The total comes with a row that is always there, so a page beyond the last one has it too.
  const { rows } = await db.execute<{ total: number; row: Stored | null }>(sql`
    SELECT t.total, ${row} AS row
    FROM (SELECT count(*)::int AS total FROM ${chosen}) t
    LEFT JOIN (
      (SELECT m.* FROM ${chosen} ORDER BY m.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}) m
      JOIN users u ON u.id = m.user_id
    ) ON true
    ORDER BY m.id DESC`)
  return {
    data: rows.flatMap((found) => (found.row ? [shown(found.row)] : [])),
    totalPages: totalPages(rows[0]?.total ?? 0, size),
  }
}

/** Manual orders by their ids, in no order. */
export async function manualOrderRowsById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ row: Stored }>(sql`
    SELECT ${row} AS row FROM manual_orders m JOIN users u ON u.id = m.user_id
    WHERE m.id IN (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`)
  return rows.map((found) => shown(found.row))
}
