import type { Logger } from 'drizzle-orm'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { isConnectionLost, isReadOnly, pgCode, UnknownOutcome } from './errors.ts'
import { CURRENT_POSITION, type Position, UNREACHABLE } from './position.ts'
import { failureWasCaught } from './retry.ts'
import { collectAnswers } from './send.ts'
import type { Db } from './types.ts'

/** The SQLSTATE of all statements between a failed one and ROLLBACK. */
const abortedEarlier = '25P02'
const isConsequence = (error: unknown) => pgCode(error) === abortedEarlier

/**
 * Runs a transaction on one connection, whose statements are pipelined (`pipeline: true`): BEGIN is sent together with
 * the first statement, and COMMIT together with those that `send` did not wait for. If a statement fails, the server
 * skips the following ones and answers COMMIT with ROLLBACK. A connection that is not idle at the end is closed.
 * Rejects with UnknownOutcome if the connection is lost after COMMIT was sent. `committed` gets a position after the
 * commit, which is read in the same round trip as COMMIT.
 */
export async function transact<T>(
  pool: pg.Pool,
  logger: Logger,
  work: (tx: Db) => Promise<T>,
  committed?: (position: Position) => void,
): Promise<T> {
  const client = await pool.connect()
  const statements = pipelined(client)
  const failures: unknown[] = []
  const answers: Promise<void>[] = []
  const tx = transactionOn(statements.client, logger)
  collectAnswers(tx, (answer) => {
    answers.push(answer.then(ignore, (error: unknown) => void failures.push(error)))
  })
  let isBroken = false
  let isCommitting = false
  try {
    const result = await work(tx)
    // Waits for errors of statements that could not be sent, such as a value that cannot be encoded. They reject before
    // the next tick.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    if (failures.length > 0) throw failures[0]
    isCommitting = true
    const committing = statements.commit()
    const position = committed && positionOf(client)
    const answer = await committing
    await Promise.all(answers)
    if (failures.length > 0) throw failures[0]
    if (answer === 'ROLLBACK') throw failureWasCaught()
    if (position) committed?.(await position)
    return result
  } catch (error) {
    await statements.rollback().catch(() => (isBroken = true))
    await Promise.all(answers)
    const cause = failures.find((failure) => !isConsequence(failure)) ?? error
    isBroken ||= isReadOnly(cause)
    throw isCommitting && isConnectionLost(cause) ? new UnknownOutcome(cause) : cause
  } finally {
    client.release(isBroken || client.getTransactionStatus() !== 'I')
  }
}

const ignore = () => {}

/** The current position. Never rejects, because the transaction is committed already. */
const positionOf = (client: pg.PoolClient): Promise<Position> =>
  client.query<{ at: Position }>(`SELECT ${CURRENT_POSITION} AS at`).then(
    ({ rows }) => rows[0]?.at ?? UNREACHABLE,
    () => UNREACHABLE,
  )

function transactionOn(client: pg.PoolClient, logger: Logger): Db {
  const dialect = new PgDialect()
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(
    client,
    dialect,
    undefined,
    { logger },
  )
  return new NodePgTransaction(dialect, session, undefined)
}

/** The statements of one transaction. Without statements, neither BEGIN nor COMMIT is sent. */
function pipelined(client: pg.PoolClient) {
  let isOpen = false
  let isEnded = false
  const begin = () => {
    isOpen = true
    // BEGIN fails only if its connection fails, and then the following statement fails, too.
    client.query('BEGIN').catch(ignore)
  }
  const query = (statement: pg.QueryConfig, values: unknown[]) => {
    if (isEnded) throw new Error('This transaction has ended')
    if (!isOpen) begin()
    return client.query(statement, values)
  }
  const end = async (statement: 'COMMIT' | 'ROLLBACK') => {
    isEnded = true
    if (!isOpen) return statement
    const { command } = await client.query(statement)
    isOpen = false
    return command
  }
  return {
    client: new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)),
    }),
    commit: () => end('COMMIT'),
    rollback: () => end('ROLLBACK'),
  }
}
