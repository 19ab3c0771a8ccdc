import { PAGE_SIZE, totalPages } from '@kirana/domain/paging'
import type { LedgerKind } from '@kirana/domain/wallet'
import { walletLine } from '@kirana/domain/wallet-words'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found } from '../http/refuse.ts'

type Stored = {
  id: string
  kind: LedgerKind
  at: string
  by: string
  order: { id: string; orderId: string } | null
  coins: number
  money: number
  held: number
}

/** What a transaction moved in one of the customer's own accounts: coins or paise, below 0 out of it. */
const moved = (account: 'customer:coins' | 'customer:money' | 'customer:held') =>
  sql`(SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_entries e WHERE e.transaction_id = t.id AND e.account = ${account})`

/** Customers see the ids, and a transaction's own is a counter: its key, digested, tells nobody how many there are. */
const row = sql`CASE WHEN t.id IS NOT NULL THEN json_build_object(
  'id', md5(t.key)::uuid, 'kind', t.kind, 'at', t.created_at, 'by', t.by,
  'order', (SELECT json_build_object('id', o.id, 'orderId', o.order_id) FROM orders o WHERE o.id = t.order_id),
  'coins', ${moved('customer:coins')}, 'money', ${moved('customer:money')}, 'held', ${moved('customer:held')}) END`

const shown = ({ id, kind, at, by, order, coins, money, held }: Stored) => ({
  id,
  at: new Date(at),
  about: walletLine(kind, { orderId: order?.orderId ?? '', held: Math.abs(held) }),
  coins,
  money,
  by,
  orderId: order?.id,
})

/**
 * What happened to a customer's wallet, newest first, with the number of pages: one statement. `coins` and `money`
 * (paise) are what it changed, below 0 when something went out; `orderId` is the order's id, where there is one.
 * @throws Refused 404 for an unknown customer
 */
export async function walletEntries(db: Db, userId: string, page: number) {
  const size = PAGE_SIZE.walletEntries
  const { rows } = await db.execute<{ total: number; row: Stored | null }>(sql`
    SELECT n.total, ${row} AS row
    FROM (
      SELECT (SELECT count(*)::int FROM ledger_transactions WHERE user_id = u.id) AS total
      FROM users u WHERE u.id = ${userId}
    ) n LEFT JOIN (
      SELECT * FROM ledger_transactions WHERE user_id = ${userId}
      ORDER BY id DESC LIMIT ${size} OFFSET ${(page - 1) * size}
    ) t ON true
    ORDER BY t.id DESC`)
  const { total } = found(rows, 'Customer')
  return {
    data: rows.flatMap(({ row: stored }) => (stored ? [shown(stored)] : [])),
    totalPages: totalPages(total, size),
  }
}
