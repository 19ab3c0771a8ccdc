import type { Logger } from 'drizzle-orm'

/** Drizzle logs what opens and ends a transaction on a server, and not on the embedded one. */
const bracket = /^\s*(?:begin|commit|rollback)\b(?! to)/i

/** Tells `onQuery` of every statement but the brackets of a transaction, so that counts agree on both engines. */
export const statementLogger = (onQuery: ((sql: string) => void) | undefined): Logger => ({
  logQuery(query) {
    if (onQuery && !bracket.test(query)) onQuery(query)
  },
})
