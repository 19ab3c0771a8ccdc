import { dayAfter } from '@kirana/domain/calendar'
import { tillKinds } from '@kirana/domain/wallet'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { startOfDay } from '../shared/pages.ts'
import { latestTillCount, tillCountOf, tillCountRow } from './till-count.ts'

const dayRow = z.strictObject({
  balance: z.int(),
  /** The changes after the day (`since`), and on the day (`moved`). */
  since: z.int(),
  moved: z.int(),
  collected: z.int(),
  added: z.int(),
  refunded: z.int(),
  paidOut: z.int(),
  deposited: z.int(),
  count: tillCountRow,
})

/** SQL literals instead of parameters, because the condition of the index `ledger_till` has literals. */
const kinds = (names: readonly (typeof tillKinds)[number][]) =>
  sql.raw(names.map((kind) => `'${kind}'`).join(', '))
const came = kinds(['till-cash', 'cash-count', 'shortage-repaid', 'surplus-kept'])
const went = kinds(['till-cash-reversal', 'till-out', 'rider-float'])

/**
 * The till on a day of Kolkata ('YYYY-MM-DD'), in paise: the opening cash, the cash received and paid out, and the
 * latest count. One statement, which reads the movements of the till since that day by index.
 */
export async function tillDay(db: Db, day: string) {
  const [from, to] = [startOfDay(day), startOfDay(dayAfter(day))]
  const rows = await rowsOf(db, z.strictObject({ till: dayRow })).execute(sql`
    SELECT json_build_object(
      'balance', coalesce((SELECT balance FROM store_cash WHERE account = 'store:cash'), 0),
      'since', coalesce(sum(m.amount) FILTER (WHERE m.created_at >= ${to}), 0),
      'moved', coalesce(sum(m.amount) FILTER (WHERE m.created_at < ${to}), 0),
      'collected', coalesce(sum(m.amount) FILTER (WHERE m.created_at < ${to} AND m.kind IN (${came})), 0),
      'added', coalesce(sum(m.amount) FILTER (WHERE m.created_at < ${to} AND m.kind = 'till-in'), 0),
      'refunded', coalesce(-sum(m.amount) FILTER (WHERE m.created_at < ${to} AND m.kind = 'claim-cash'), 0),
      'paidOut', coalesce(-sum(m.amount) FILTER (WHERE m.created_at < ${to} AND m.kind IN (${went})), 0),
      'deposited', coalesce(-sum(m.amount) FILTER (WHERE m.created_at < ${to} AND m.kind = 'bank-deposit'), 0),
      'count', ${latestTillCount(day)}) AS till
    FROM (
      SELECT t.kind, t.created_at, e.amount FROM ledger_transactions t
      JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'store:cash'
      WHERE t.created_at >= ${from} AND t.kind IN (${kinds(tillKinds)})
    ) m`)
  const { balance, since, moved, count, ...sums } = requireRow(rows, 'Till').till
  const closing = balance - since
  return {
    day,
    opening: closing - moved,
    ...sums,
    closing,
    count: tillCountOf(count),
  }
}
