import { isReadOnly, pgCode } from './errors.ts'

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/**
 * Codes of a lost connection, and `protocol_violation`, which pgbouncer returns while it cannot connect to the server.
 */
const hungUp = /^(08006|08P01|ECONNRESET|EPIPE|57P0[123])$/
const notRunning = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Advice for the operator about a server that this process could not use. '' if the reason is sufficient. */
function adviceFor(error: unknown): string {
  const code = pgCode(error) ?? ''
  if (notRunning.test(code))
    return ' Check the address, and that the server runs, or the HAProxy or pgbouncer at that address.'
  if (hungUp.test(code))
    return ' Behind HAProxy or pgbouncer this means that no server is the primary: look with patronictl list, and start again when it names a Leader.'
  return ''
}

/** The error that ends a start. Its message names the variable, the reason and what the operator can do. */
export function unusable(error: unknown, variable: Variable): Error {
  if (isReadOnly(error))
    return new Error(
      `The PostgreSQL server of ${variable} is read only. Name the primary server, not a standby. ` +
        'Behind HAProxy, start again in a few seconds: until it has checked the servers, it takes each for the primary.',
      { cause: error },
    )
  // If a host name has several addresses and all refuse, the error has no message.
  const why = (error instanceof Error && error.message) || (pgCode(error) ?? String(error))
  return new Error(`The PostgreSQL server of ${variable} cannot be reached: ${why}.${adviceFor(error)}`, {
    cause: error,
  })
}
