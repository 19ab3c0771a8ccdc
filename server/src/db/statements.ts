import type { Logger } from 'drizzle-orm'

/** Drizzle logs BEGIN, COMMIT and ROLLBACK on a server but not on the embedded engine. */
const bracket = /^\s*(?:begin|commit|rollback)\b(?! to)/i

/** Calls `onQuery` for every statement except BEGIN, COMMIT and ROLLBACK, so that counts agree on both engines. */
export const statementLogger = (onQuery: ((sql: string) => void) | undefined): Logger => ({
  logQuery(query) {
    if (onQuery && !bracket.test(query)) onQuery(query)
  },
})
