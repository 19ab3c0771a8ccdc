import type { SQL } from 'drizzle-orm'
import type { Db } from './types.ts'

/** Where the open transactions of a server collect the answers of statements that `send` did not wait for. */
const collectors = new WeakMap<Db, (answer: Promise<unknown>) => void>()

/** From now on `send` hands the answers of this transaction's statements to `collect` instead of waiting for them. */
export const collectAnswers = (tx: Db, collect: (answer: Promise<unknown>) => void) =>
  void collectors.set(tx, collect)

/**
 * Runs a raw statement. It is sent before this returns, whereas Drizzle sends a statement only when it is awaited.
 * Therefore `Promise.all([run(tx, first), run(tx, second)])` keeps the order, and a server receives both in one round
 * trip.
 */
export const run = (db: Db, statement: SQL) => db.execute(statement).execute()

type Statement = SQL | { execute: () => Promise<unknown> }

/**
 * Runs a statement whose result is not needed. In a transaction on a server it is sent without waiting, and its failure
 * rejects the transaction at the latest at COMMIT. On the embedded engine and outside transactions this waits for it.
 * @param rethrow turns the failure into the error that the transaction rejects with
 */
export async function send(db: Db, statement: Statement, rethrow?: (error: unknown) => never): Promise<void> {
  const answer = 'execute' in statement ? statement.execute() : run(db, statement)
  const checked = rethrow ? answer.catch(rethrow) : answer
  const collect = collectors.get(db)
  if (collect) collect(checked)
  else await checked
}
