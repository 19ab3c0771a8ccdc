import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import { withdrawalStates } from '@kirana/domain/payout'
import { ledgerKindNames } from '@kirana/domain/wallet'
import { walletLine } from '@kirana/domain/wallet-words'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { refusalReason, withdrawalState } from './withdrawal-rows.ts'

const Stored = z.strictObject({
  id: z.string(),
  kind: z.enum(ledgerKindNames),
  at: z.string(),
  by: z.string(),
  order: z.nullable(z.strictObject({ id: z.string(), orderId: z.string() })),
  coins: z.int(),
  money: z.int(),
  held: z.int(),
  withdrawal: z.nullable(
    z.strictObject({ _id: z.string(), state: z.enum(withdrawalStates), reason: z.string() }),
  ),
})
type Stored = z.output<typeof Stored>
const entryRow = z.strictObject({ total: z.int(), row: z.nullable(Stored) })

/** The net change of one of the customer's own accounts by a transaction: coins or paise, negative for outgoing. */
const moved = (account: 'customer:coins' | 'customer:money' | 'customer:held') =>
  sql`(SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_entries e WHERE e.transaction_id = t.id AND e.account = ${account})`

/** The id is a digest of the key, because customers see it and the sequential id would reveal the store's volume. */
const row = (now: Date) => sql`CASE WHEN t.id IS NOT NULL THEN json_build_object(
  'id', md5(t.key)::uuid, 'kind', t.kind, 'at', t.created_at, 'by', t.by,
  'order', (SELECT json_build_object('id', o.id, 'orderId', o.order_id) FROM orders o WHERE o.id = t.order_id),
  'coins', ${moved('customer:coins')}, 'money', ${moved('customer:money')}, 'held', ${moved('customer:held')},
  'withdrawal', CASE WHEN t.key LIKE 'withdrawal:%' THEN (
    SELECT json_build_object('_id', w.id, 'state', ${withdrawalState(now)}, 'reason', ${refusalReason})
    FROM withdrawals w WHERE w.id = split_part(t.key, ':', 2)::uuid) END) END`

const toEntry = ({ id, kind, at, by, order, coins, money, held, withdrawal }: Stored) => ({
  id,
  at: new Date(at),
  about: walletLine(kind, {
    orderId: order?.orderId ?? '',
    held: Math.abs(held),
    reason: withdrawal?.reason ?? '',
  }),
  coins,
  money,
  by,
  orderId: order?.id,
  ...(withdrawal && { withdrawal }),
})

/**
 * A page of a customer's wallet history, newest first, with the number of pages, in one statement. `coins` and `money`
 * (paise) are changes, negative for outgoing; `orderId` is the order's id, if there is one.
 * @throws HttpError 404 for an unknown customer
 */
export async function walletEntries(db: Db, userId: string, { page, now }: { page: number; now: Date }) {
  const size = PAGE_SIZE.walletEntries
  const rows = await rowsOf(db, entryRow).execute(sql`
    SELECT n.total, ${row(now)} AS row
    FROM (
      SELECT (SELECT count(*)::int FROM ledger_transactions WHERE user_id = u.id) AS total
      FROM users u WHERE u.id = ${userId}
    ) n LEFT JOIN (
      SELECT * FROM ledger_transactions WHERE user_id = ${userId}
      ORDER BY id DESC LIMIT ${size} OFFSET ${(page - 1) * size}
    ) t ON true
    ORDER BY t.id DESC`)
  const { total } = requireRow(rows, 'Customer')
  return {
    data: rows.flatMap(({ row: stored }) => (stored ? [toEntry(stored)] : [])),
    totalPages: totalPages(total, size),
  }
}
