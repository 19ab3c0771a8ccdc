/** Messages of `pg` errors that carry no code: the connection broke or none was available. */
const connectionFailed =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
const CONNECTION_FAILURE = '08006'

/** The SQLSTATE of a reference to a row that does not exist. */
export const foreignKeyViolation = '23503'

/** The SQLSTATE of a change that a trigger refuses. */
export const restrictViolation = '23001'

/** The SQLSTATE (or system error code) of a failed statement, found through Drizzle's wrapper; null for anything else. */
export function pgCode(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') return e.code
    if (connectionFailed.test(e.message)) return CONNECTION_FAILURE
  }
  return null
}

/** The constraint that a failed statement violated. */
export function constraintOf(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint
  return null
}
