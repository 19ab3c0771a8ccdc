import { DrizzleQueryError } from 'drizzle-orm'

/** Messages of `pg` errors without a code: the connection broke or none was available. */
const connectionFailed =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
const CONNECTION_FAILURE = '08006'

/** The SQLSTATE of a reference to a row that does not exist. */
export const foreignKeyViolation = '23503'

const notNullViolation = '23502'

/** The SQLSTATE of a write on a standby, or on a server that was set to read only. */
const readOnly = '25006'

export const readOnlyServer = () =>
  Object.assign(new Error('The database server is read only'), { code: readOnly })

/** The SQLSTATE of a change that a trigger rejects. */
export const restrictViolation = '23001'

/**
 * The SQLSTATE (or system error code) of a failed statement, found through Drizzle's wrapper; null for anything else.
 */
export function pgCode(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') return e.code
    if (connectionFailed.test(e.message)) return CONNECTION_FAILURE
  }
  return null
}

/**
 * The message of an error for the operator. For a failed statement it is the database's own, because the message of
 * Drizzle's error contains the statement and its values instead of the reason.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DrizzleQueryError && error.cause ? error.cause : error
  return cause instanceof Error && cause.message ? cause.message : String(pgCode(cause) ?? cause)
}

/** The connection failed, or the server ended it: whether the statement ran is unknown. */
const connectionLost =
  /^(08|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** No free connection, a read-only server, or no resources for the statement: it did not run, or was rolled back. */
const unavailable = /^(25006|40001|40P01|53|55P03|57014)/

export const isConnectionLost = (error: unknown) => connectionLost.test(pgCode(error) ?? '')

/** Whether the database could not be reached or is too busy, so that the same call may succeed later. */
export const isUnavailable = (error: unknown) =>
  isConnectionLost(error) || unavailable.test(pgCode(error) ?? '')

export const isReadOnly = (error: unknown) => pgCode(error) === readOnly

/** The connection was lost during COMMIT: the transaction was either committed or rolled back. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection was lost during COMMIT', { cause })
  }
}

function fieldOf(error: unknown, name: 'constraint' | 'column'): string | null {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const found: unknown = Reflect.get(e, name)
    if (typeof found === 'string') return found
  }
  return null
}

/** The constraint that a failed statement violated. */
export const constraintOf = (error: unknown) => fieldOf(error, 'constraint')

/** The column to which a failed statement gave no value. */
export const missingColumnOf = (error: unknown) =>
  pgCode(error) === notNullViolation ? fieldOf(error, 'column') : null
