import { sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { run } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'

/** The result of one bag; `message` is the reason of a failure. */
export type BagResult = { _id: string; assigned: boolean; message: string }

/**
 * Does `work` for each order of a list, each in a nested transaction, so that a failure does not undo the others. Locks
 * all orders first, by ascending id, then all riders who have or had one of them, and `riderId`, so that two calls with
 * the same bags run one after the other without a deadlock. Duplicates count once.
 * @param work returns null if there is nothing to do
 * @returns a result for each bag, and the changes of `work`
 */
export async function eachBag<T>(
  tx: Db,
  { orders, riderId }: { orders: readonly string[]; riderId: string },
  work: (tx: Db, orderId: string) => Promise<T | null>,
): Promise<{ results: BagResult[]; done: { orderId: string; change: T }[] }> {
  const ids = [...new Set(orders)]
  const known = JSON.stringify(ids.filter((id) => validate(id)))
  const these = sql`(SELECT value::uuid FROM jsonb_array_elements_text(${known}::jsonb))`
  await run(tx, sql`SELECT 1 FROM orders WHERE id IN ${these} ORDER BY id FOR UPDATE`)
  await run(
    tx,
    sql`SELECT 1 FROM riders WHERE id = ${riderId} OR id IN (SELECT rider_id FROM drops WHERE order_id IN ${these})
      ORDER BY id FOR NO KEY UPDATE`,
  )
  const results: BagResult[] = []
  const done: { orderId: string; change: T }[] = []
  for (const orderId of ids) {
    const outcome = await outcomeOf(orderId, () => tx.transaction((nested) => work(nested, orderId)))
    results.push({ _id: orderId, assigned: outcome.message === '', message: outcome.message })
    if (outcome.change !== null) done.push({ orderId, change: outcome.change })
  }
  return { results, done }
}

async function outcomeOf<T>(id: string, work: () => Promise<T | null>) {
  if (!validate(id)) return { change: null, message: 'Order not found' }
  try {
    return { change: await work(), message: '' }
  } catch (error) {
    if (error instanceof HttpError) return { change: null, message: error.message }
    throw error
  }
}
