import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import { dayInKolkata } from '@kirana/domain/calendar'
import { ledgerKindNames } from '@kirana/domain/wallet'
import { walletLine } from '@kirana/domain/wallet-words'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { latestTillCount, tillCountOf, tillCountRow } from './till-count.ts'

const riderCash = z.strictObject({
  id: z.string(),
  name: z.string(),
  collected: z.int(),
  deposited: z.int(),
  inHand: z.int(),
  shortage: z.int(),
  writtenOff: z.int(),
  surplus: z.int(),
})
const surplusRow = z.strictObject({
  id: z.string(),
  rider: z.string(),
  amount: z.int(),
  by: z.string(),
  at: z.string(),
})
const bookRow = z.strictObject({
  book: z.strictObject({
    store: z.int(),
    bank: z.int(),
    unverified: z.strictObject({ count: z.int(), amount: z.int() }),
    riders: z.array(riderCash),
    surpluses: z.array(surplusRow),
    tillCount: tillCountRow,
  }),
})

/** Counts with an undecided surplus. */
const undecided = sql`SELECT c.id, c.rider_id, c.surplus, c.by, c.created_at FROM cash_records c
  WHERE c.surplus > 0 AND NOT EXISTS (SELECT 1 FROM cash_records d WHERE d.count_id = c.id)`

const balance = (account: string) =>
  sql`coalesce((SELECT balance FROM store_cash WHERE account = ${account}), 0)`

/**
 * The places of the store's cash, in paise, from sums that every posting updates: riders by name, except disabled ones
 * who never had cash; the undecided surpluses, oldest first; and today's latest count of the till. One statement.
 */
export async function cashBook(db: Db, now: Date) {
  const rows = await rowsOf(db, bookRow).execute(sql`
    SELECT json_build_object('store', ${balance('store:cash')}, 'bank', ${balance('store:bank')},
      'unverified', (SELECT json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        FROM upi_payments WHERE state = 'unverified'), 'riders', (
      SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'collected', r.collected,
          'deposited', r.deposited, 'inHand', r.in_hand, 'shortage', r.shortage, 'writtenOff', r.written_off,
          'surplus', coalesce(s.surplus, 0)) ORDER BY lower(r.name), r.id), '[]')
      FROM riders r
      LEFT JOIN (SELECT rider_id, sum(surplus) AS surplus FROM (${undecided}) u GROUP BY rider_id) s
        ON s.rider_id = r.id
      WHERE r.is_active OR r.collected > 0 OR s.surplus > 0
    ), 'surpluses', (
      SELECT coalesce(json_agg(json_build_object('id', u.id, 'rider', r.name, 'amount', u.surplus, 'by', u.by,
        'at', u.created_at) ORDER BY u.id), '[]')
      FROM (${undecided}) u JOIN riders r ON r.id = u.rider_id
    ), 'tillCount', ${latestTillCount(dayInKolkata(now))}) AS book`)
  const { surpluses, tillCount, ...book } = requireRow(rows, 'Book').book
  return {
    ...book,
    surpluses: surpluses.map(({ at, ...surplus }) => ({ ...surplus, at: new Date(at) })),
    tillCount: tillCountOf(tillCount),
  }
}

const Stored = z.strictObject({
  kind: z.enum(ledgerKindNames),
  at: z.string(),
  by: z.string(),
  orderNumber: z.string(),
  inHand: z.int(),
  shortage: z.int(),
})
const entryRow = z.strictObject({ total: z.int(), row: z.nullable(Stored) })

const moved = (account: 'rider:cash' | 'rider:shortage') =>
  sql`(SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_entries e WHERE e.transaction_id = t.id AND e.account = ${account})`

/**
 * A page of the movements of a rider's cash, newest first, with the number of pages, in one statement. Amounts are
 * changes in paise.
 * @throws HttpError 404 for an unknown rider
 */
export async function cashEntries(db: Db, riderId: string, page: number) {
  const size = PAGE_SIZE.walletEntries
  const rows = await rowsOf(db, entryRow).execute(sql`
    SELECT n.total, CASE WHEN t.id IS NOT NULL THEN json_build_object('kind', t.kind, 'at', t.created_at, 'by', t.by,
      'orderNumber', coalesce((SELECT o.order_id FROM orders o WHERE o.id = t.order_id), ''),
      'inHand', ${moved('rider:cash')}, 'shortage', ${moved('rider:shortage')}) END AS row
    FROM (
      SELECT r.id, (SELECT count(*)::int FROM ledger_transactions WHERE rider_id = r.id) AS total
      FROM riders r WHERE r.id = ${riderId}
    ) n
    LEFT JOIN LATERAL (
      SELECT * FROM ledger_transactions WHERE rider_id = n.id
      ORDER BY id DESC LIMIT ${size} OFFSET ${(page - 1) * size}
    ) t ON true
    ORDER BY t.id DESC`)
  const { total } = requireRow(rows, 'Rider')
  const data = rows.flatMap(({ row }) => {
    if (!row) return []
    const { kind, at, orderNumber, ...entry } = row
    const about = walletLine(kind, { orderId: orderNumber, held: 0, reason: '' })
    return [{ ...entry, at: new Date(at), about, orderNumber }]
  })
  return { data, totalPages: totalPages(total, size) }
}
