import { type SQL, sql } from 'drizzle-orm'
import type { challanSeries, creditNoteSeries, invoiceSeries } from '../../tables/invoices.ts'

/**
 * SQL that takes the next number of a kind of documents in a financial year, if `from` has a row: `year`, the name of
 * the current series, and `last`. The row stays locked until the commit, so the numbers have no gaps. If
 * data:after-restore starts a new series while a transaction waits for the lock, that transaction gets the new series.
 * @param series the table of the kind
 * @param year of `from`, or a text
 */
export const nextNumber = (
  series: typeof invoiceSeries | typeof creditNoteSeries | typeof challanSeries,
  year: string | SQL,
  from: SQL,
): SQL => sql`
  INSERT INTO ${series} AS s (year, last) SELECT ${year}, 1 ${from}
  ON CONFLICT (year) DO UPDATE SET last = s.last + 1
  RETURNING coalesce(s.series, s.year) AS year, s.last`
