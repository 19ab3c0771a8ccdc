import { ERASED_TEXT } from '@kirana/domain/erasure'
import { type SQL, sql } from 'drizzle-orm'

/** Keys of audit rows with texts that staff or riders typed. */
const typed = JSON.stringify(['title', 'body', 'reason', 'lateReason', 'override', 'note', 'answer'])

/** Sets these columns of `table` to ERASED_TEXT where they have a text. */
function erased(table: string, columns: readonly string[], ofCustomer: SQL): SQL {
  const names = columns.map((column) => sql.identifier(column))
  const set = names.map((name) => sql`${name} = CASE WHEN ${name} = '' THEN '' ELSE ${ERASED_TEXT} END`)
  const hasText = names.map((name) => sql`${name} NOT IN ('', ${ERASED_TEXT})`)
  return sql`UPDATE ${sql.identifier(table)} SET ${sql.join(set, sql`, `)}
    WHERE ${ofCustomer} AND (${sql.join(hasText, sql` OR `)})`
}

/**
 * Statements that replace what staff and riders wrote about customer `id`, in stored records and in the audit log. The
 * structured `reason` of a claim ('damaged') stays.
 */
export function textErasures(id: string): SQL[] {
  const theirs = sql`order_id IN (SELECT id FROM orders WHERE user_id = ${id})`
  const ofUser = sql`user_id = ${id}`
  const subjects = sql`SELECT ${id}::text UNION ALL SELECT id::text FROM orders WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM claims WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM approvals WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM withdrawals WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM push_messages WHERE user_id = ${id}`
  return [
    erased('drops', ['fail_reason', 'override'], theirs),
    erased('order_history', ['reason'], theirs),
    erased('claims', ['late_reason', 'refused_reason'], ofUser),
    erased('approvals', ['reason', 'cancel_reason', 'answer'], ofUser),
    erased(
      'transactions',
      ['reason'],
      sql`withdrawal_id IN (SELECT id FROM withdrawals WHERE user_id = ${id})`,
    ),
    sql`UPDATE audit_rows SET after = after || coalesce((
        SELECT jsonb_object_agg(e.key, ${ERASED_TEXT}::text) FROM jsonb_each(after) e
        WHERE e.key IN (SELECT jsonb_array_elements_text(${typed}::jsonb)) AND jsonb_typeof(e.value) = 'string'
          AND e.value <> '""' AND NOT (e.key = 'reason' AND call IN ('claims.add', 'storeClaims.add'))), '{}')
      WHERE object IN (${subjects}) AND jsonb_typeof(after) = 'object'`,
  ]
}
