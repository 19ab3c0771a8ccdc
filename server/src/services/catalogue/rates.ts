import { dayInKolkata } from '@kirana/domain/calendar'
import type { BasisPoints } from '@kirana/domain/money'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { HttpError } from '../../errors.ts'

/** The GST rate of product `p` on the day of `now` in Kolkata, in basis points; null if unknown. */
export const rateOfProduct = (now: Date): SQL => sql`(
  SELECT r.rate FROM product_rates r WHERE r.product_id = p.id AND r.first_day <= ${dayInKolkata(now)}::date
  ORDER BY r.first_day DESC, r.id DESC LIMIT 1)`

/** All rates of product `p` as JSON, newest first. */
export const ratesOfProduct: SQL = sql`(
  SELECT coalesce(json_agg(json_build_object('rate', r.rate, 'from', r.first_day, 'by', r.by, 'at', r.created_at)
    ORDER BY r.first_day DESC, r.id DESC), '[]') FROM product_rates r WHERE r.product_id = p.id)`

/**
 * The first day of a new rate, today if null. Throws HttpError 422 for a past day, whose invoices are already issued.
 */
export function firstDayOf(day: string | null, now: Date): string {
  const today = dayInKolkata(now)
  if (day !== null && day < today)
    throw new HttpError(422, 'A GST rate starts today or on a later day', { code: 'first-day' })
  return day ?? today
}

export type NewRate<Rate> = { rate: Rate; firstDay: string; by: string; now: Date }

/**
 * Inserts a rate for each of the products, by id, unless that rate is already in force on its first day. Use it as a
 * statement or a common table expression.
 */
export function addProductRates(
  products: readonly { id: string; rate: BasisPoints }[],
  { firstDay, by, now }: Omit<NewRate<BasisPoints>, 'rate'>,
): SQL {
  const rows = products.map(({ id, rate }) => ({ id: v7(), product_id: id, rate }))
  return sql`INSERT INTO product_rates (id, product_id, first_day, rate, by, created_at)
    SELECT n.id, n.product_id, ${firstDay}::date, n.rate, ${by}, ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n(id uuid, product_id uuid, rate int)
    WHERE n.rate IS DISTINCT FROM (
      SELECT r.rate FROM product_rates r WHERE r.product_id = n.product_id AND r.first_day <= ${firstDay}::date
      ORDER BY r.first_day DESC, r.id DESC LIMIT 1)
    RETURNING product_id`
}
