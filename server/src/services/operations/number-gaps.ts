import { type SQL, sql } from 'drizzle-orm'

/**
 * Selects the series of a kind of documents whose numbers are not 1, 2, 3 and so on, or whose last number is not the
 * stored one. The stored name of a series that a restore has ended is replaced by that of a later series of the same
 * financial year.
 */
export const withGaps = (documents: SQL, stored: SQL): SQL => sql`
  SELECT name AS what FROM (SELECT year AS name, number, NULL::int AS last FROM ${documents}
    UNION ALL SELECT coalesce(series, year), NULL, last FROM ${stored}) n
  GROUP BY name
  HAVING count(number) <> count(DISTINCT number) OR coalesce(min(number), 1) <> 1
    OR coalesce(max(number), 0) <> count(number) OR coalesce(max(last), count(number)) <> count(number)
    OR max(last) IS NULL AND NOT EXISTS (
      SELECT FROM ${stored} s WHERE left(s.year, 2) = left(name, 2) AND s.series > name COLLATE "C")`
