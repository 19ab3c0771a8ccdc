import { dayInKolkata } from '@kirana/domain/calendar'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/**
 * The rate-limit key that counts the sign-in codes to new numbers of a business day. It expires like the other keys.
 */
export const budgetKey = (now: Date) => `codes:new-numbers:${dayInKolkata(now)}`

/** Rate-limit key that counts every message with a code on a business day: to customers, new numbers and riders. */
export const allCodesKey = (now: Date) => `codes:all:${dayInKolkata(now)}`

const budgetOf = (key: string, limit: SQL) => sql`json_build_object(
  'sent', coalesce((SELECT misses FROM attempts WHERE key = ${key}), 0), 'limit', ${limit})`

/**
 * SQL for a JSON object (`CodeBudgetsRow`) with today's sign-in codes: those to new numbers with the store's limit, and
 * all of them with the alarm threshold.
 */
export const codeBudgets = (now: Date) => sql`(
  SELECT json_build_object('newNumbers', ${budgetOf(budgetKey(now), sql`new_number_codes_per_day`)},
    'all', ${budgetOf(allCodesKey(now), sql`codes_per_day_alarm`)}) FROM company)`

const CodeBudgetRow = z.strictObject({ sent: z.int(), limit: z.int() })
export const CodeBudgetsRow = z.strictObject({ newNumbers: CodeBudgetRow, all: CodeBudgetRow })
