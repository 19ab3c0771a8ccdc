/** The SQLSTATE (or system error code) of a failed statement, found through Drizzle's wrapper; null for anything else. */
export function pgCode(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('code' in e && typeof e.code === 'string') return e.code
  return null
}

/** The constraint that a failed statement broke. */
export function constraintOf(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause)
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint
  return null
}
