import { type SQL, sql } from 'drizzle-orm'

/** A common table expression that publishes a live event for each payment that `ids` selects. */
export const paymentsChanged = (ids: SQL, name = 'payment_event') => sql`${sql.identifier(name)} AS (
  INSERT INTO live_events (type, subject) SELECT 'payment.changed', changed.id FROM (${ids}) AS changed (id))`
