import { dayInKolkata } from '@kirana/domain/calendar'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** The rate-limit key that counts the sign-in codes to new numbers of a business day. It expires with the others. */
export const budgetKey = (now: Date) => `codes:new-numbers:${dayInKolkata(now)}`

/** The sign-in codes to new numbers of the day, and the store's limit, as a JSON object (`CodeBudgetRow`). */
export const codeBudget = (now: Date) => sql`(
  SELECT json_build_object('sent', coalesce((SELECT misses FROM attempts WHERE key = ${budgetKey(now)}), 0),
    'limit', new_number_codes_per_day) FROM company)`

export const CodeBudgetRow = z.strictObject({ sent: z.int(), limit: z.int() })
