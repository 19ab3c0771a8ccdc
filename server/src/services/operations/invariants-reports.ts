import { type SQL, sql } from 'drizzle-orm'
import {
  couponColumns,
  couponSums,
  dayColumns,
  daySums,
  factsOf,
  productColumns,
  productSums,
  stepColumns,
  stepSums,
} from '../reports/sums.ts'

/** The days whose sums are up to date. */
const addedUp = sql`(SELECT day FROM report_days d WHERE NOT EXISTS (SELECT FROM report_changes c WHERE c.day = d.day))`

/** The rows by which the stored sums differ from the sums of the orders. */
const differing = (table: string, columns: SQL, sums: SQL, name: SQL) => sql`
  SELECT DISTINCT ${name} AS what FROM (
    (SELECT ${columns} FROM ${sql.identifier(table)} WHERE day IN ${addedUp}
      EXCEPT ALL SELECT ${columns} FROM (${sums}) s)
    UNION ALL
    (SELECT ${columns} FROM (${sums}) s
      EXCEPT ALL SELECT ${columns} FROM ${sql.identifier(table)} WHERE day IN ${addedUp})
  ) t`

/** Invariants of the sums behind the reports; each statement selects its violations as `what`. */
export const reportInvariants = {
  'The reports of past days are what their orders give': sql`
    WITH ${factsOf(addedUp)}
    SELECT what FROM (${differing('report_days', dayColumns, daySums, sql`day::text`)}) d
    WHERE EXISTS (SELECT FROM facts f WHERE f.day::text = what)
      OR EXISTS (SELECT FROM report_days r WHERE r.day::text = what AND (r.orders, r.canceled) <> (0, 0))
    UNION ALL SELECT 'products of ' || what FROM (${differing('report_products', productColumns, productSums, sql`day::text`)}) p
    UNION ALL SELECT 'coupons of ' || what FROM (${differing('report_coupons', couponColumns, couponSums, sql`day::text`)}) c
    UNION ALL SELECT 'minutes of ' || what FROM (${differing('report_steps', stepColumns, stepSums, sql`day::text`)}) m`,

  'The tables of every report agree with each other': sql`
    SELECT day::text AS what FROM report_days d
    WHERE sales <> subtotal - discount - referral_discount + charges + round_off - refunded
      OR subtotal <> (SELECT coalesce(sum(p.sales), 0) FROM report_products p WHERE p.day = d.day)
      OR discount <> (SELECT coalesce(sum(c.discount), 0) FROM report_coupons c WHERE c.day = d.day)
      OR delivered <> (SELECT coalesce(sum(s.orders), 0) FROM report_steps s WHERE s.day = d.day AND s.step = 'delivered')
      OR orders <> (SELECT sum(n) FROM unnest(hours) n)`,
}
