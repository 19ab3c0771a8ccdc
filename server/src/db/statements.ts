import type { Logger } from 'drizzle-orm'

/** Calls `onQuery` for every statement; BEGIN, COMMIT and ROLLBACK of transactions are not sent through Drizzle. */
export const statementLogger = (onQuery: ((sql: string) => void) | undefined): Logger => ({
  logQuery: (query) => onQuery?.(query),
})
