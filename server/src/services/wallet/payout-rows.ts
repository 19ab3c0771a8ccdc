import { dayAfter } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import type { OrderSort } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import {
  batchesOf,
  containingPhone,
  listRow,
  newestOf,
  pageOf,
  type Selection,
  startOfDay,
  startingWith,
} from '../shared/pages.ts'
import { account, accountFields, sorted, user, userFields } from './withdrawal-rows.ts'

const Payout = z.strictObject({
  id: z.string(),
  user,
  amount: z.int(),
  isDone: z.boolean(),
  withdrawal: z.strictObject(account),
  documents: z.array(z.string()),
  reason: z.string(),
  utr: z.string(),
  at: z.string(),
  by: z.string(),
})
const toPayout = (row: z.output<typeof Payout>) => ({ ...row, at: new Date(row.at) })

/** Amounts are paise; `documents` are keys of private files. */
const payout = sql`json_build_object('id', tr.id, ${userFields}, 'withdrawal', json_build_object(${accountFields}),
  'documents', tr.documents, 'reason', tr.reason, 'utr', tr.utr, 'at', tr.created_at, 'by', tr.by)`

export type Payout = ReturnType<typeof toPayout>

const columns = { select: sql`${payout} AS row`, row: listRow({ row: Payout }) }

/** `from` and `to` are days of Kolkata ('YYYY-MM-DD'), inclusive; '' for no limit. */
type Filter = { search: string; from: string; to: string; sort: OrderSort }
const everything: Filter = { search: '', from: '', to: '', sort: '' }

function payouts({ search, from, to, sort }: Filter): Selection {
  const conditions = [
    sql`true`,
    ...(search
      ? [
          sql`(${containingPhone(sql`u.phone`, search)} OR tr.utr <> '' AND ${startingWith(sql`tr.utr`, search.toUpperCase())})`,
        ]
      : []),
    ...(from ? [sql`tr.created_at >= ${startOfDay(from)}`] : []),
    ...(to ? [sql`tr.created_at < ${startOfDay(dayAfter(to))}`] : []),
  ]
  const isByTime = (from !== '' || to !== '') && !sort.endsWith('amount')
  return {
    from: sql`transactions tr JOIN withdrawals w ON w.id = tr.withdrawal_id JOIN users u ON u.id = w.user_id`,
    id: sql`tr.id`,
    condition: sql.join(conditions, sql` AND `),
    name: JSON.stringify(['payouts', search, from, to]),
    size: PAGE_SIZE.withdrawals,
    ...sorted(sort, sql`tr.id`),
    ...(isByTime && { sort: { by: sql`tr.created_at`, ascending: sort === 'date' } }),
  }
}

/** The newest payouts and refusals, and the number of all. */
export const newestPayouts = (db: Db) =>
  newestOf(db, payouts(everything), columns, ({ row }) => toPayout(row))

const totalRow = z.strictObject({ total: z.int(), payouts: z.int() })

/** The total paid out in a selection, paise, and the number of transactions. */
async function totalOf(db: Db, { from, condition }: Selection) {
  const rows = await rowsOf(db, totalRow).execute(sql`
    SELECT coalesce(sum(w.amount), 0)::float8 AS total, count(*)::int AS payouts
    FROM ${from} WHERE ${condition} AND NOT tr.is_refused`)
  return requireRow(rows, 'Total')
}

/** A page of payouts and refusals with the number of pages (`pageOf`), and the total paid out in the whole list. */
export async function payoutPage(db: Db, { page, ...filter }: Filter & { page: number }) {
  const selected = payouts(filter)
  const [{ data, totalPages }, total] = await Promise.all([
    pageOf(db, selected, page, columns),
    totalOf(db, selected),
  ])
  return { data: data.map(({ row }) => toPayout(row)), totalPages, ...total }
}

const BATCH = 500
const exportedRow = z.object({ row: Payout })

/** All payouts and refusals of a list, in batches. */
export async function* exportedPayouts(db: Db, filter: Filter) {
  const batches = batchesOf(db, payouts(filter), BATCH, { select: columns.select, row: exportedRow })
  for await (const rows of batches) yield rows.map(({ row }) => toPayout(row))
}
