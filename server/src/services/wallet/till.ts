import { formatRupees, type Paise } from '@kirana/domain/money'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'

const balanceRow = z.strictObject({ till: z.int() })

/**
 * Locks the till, after the wallets like all transactions, and reads its balance in paise. If it is below zero, no cash
 * can be taken out.
 */
export async function lockTill(tx: Db): Promise<Paise> {
  await send(
    tx,
    sql`INSERT INTO store_cash (account, balance) VALUES ('store:cash', 0) ON CONFLICT DO NOTHING`,
  )
  const rows = await rowsOf(tx, balanceRow).execute(sql`
    SELECT balance AS till FROM store_cash WHERE account = 'store:cash' FOR UPDATE`)
  return requireRow(rows, 'Till').till
}

/** @throws HttpError 422 when the till holds less */
export function refuseBeyond(till: Paise, amount: Paise) {
  if (amount > Math.max(till, 0))
    throw new HttpError(422, `The till holds ${formatRupees(Math.max(till, 0))}`, { code: 'till' })
}

/** Publishes that cash has moved; `subject` is its order, rider or record. */
export const publishCash = (tx: Db, subject: string) =>
  send(tx, sql`INSERT INTO live_events (type, subject) VALUES ('cash.changed', ${subject})`)
