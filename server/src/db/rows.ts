import type { SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { run } from './send.ts'
import type { Db } from './types.ts'

let isChecked = false

/**
 * Makes `rowsOf` parse every row from now on. Only the tests' set-up calls this, so that production has no extra work.
 */
export const checkRows = () => {
  isChecked = true
}

/**
 * `rows` typed by their schema. TypeScript cannot see what a raw statement selects, so tests parse each row
 * (`checkRows`). Use strict objects, which also reject a renamed column whose field is optional.
 * @throws TypeError when rows are checked and one does not match
 */
export function asRows<Row>(row: z.ZodMiniType<Row>, rows: readonly unknown[]): Row[] {
  const result = isChecked ? z.safeParse(z.array(row), rows) : null
  if (result?.success === false)
    throw new TypeError(`Rows do not match their schema: ${z.prettifyError(result.error)}`)
  return rows as Row[]
}

/** Runs raw statements (`run`) whose rows are typed as by `asRows`: `rowsOf(db, orderRow).execute(sql`SELECT …`)`. */
export const rowsOf = <Row>(db: Db, row: z.ZodMiniType<Row>) => ({
  execute: async (statement: SQL): Promise<Row[]> => asRows(row, (await run(db, statement)).rows),
})

/** A JSON value that is stored as a whole, so that no statement names its fields. */
export const whole = <T extends object>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null)

/** A part of a row that is checked by the contract's schema when the response is encoded. */
export const answered = whole
