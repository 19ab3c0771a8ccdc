import { ERASED_TEXT } from '@kirana/domain/erasure'
import { type SQL, sql } from 'drizzle-orm'

/** Keys of audit rows with texts that staff or riders typed. */
const typed = JSON.stringify(['title', 'body', 'reason', 'lateReason', 'override', 'note', 'answer'])

/** Replaces non-empty texts in these columns of `table` by ERASED_TEXT. */
function erased(table: string, columns: readonly string[], ofCustomer: SQL): SQL {
  const names = columns.map((column) => sql.identifier(column))
  const set = names.map((name) => sql`${name} = CASE WHEN ${name} = '' THEN '' ELSE ${ERASED_TEXT} END`)
  const hasText = names.map((name) => sql`${name} NOT IN ('', ${ERASED_TEXT})`)
  return sql`UPDATE ${sql.identifier(table)} SET ${sql.join(set, sql`, `)}
    WHERE ${ofCustomer} AND (${sql.join(hasText, sql` OR `)})`
}

/** The refunds of customer `id`, and the reports of the payment provider about payments of their orders. */
const refundsOf = (id: string) => sql`
  SELECT r.id FROM orders o JOIN payments p ON p.order_id = o.id JOIN refunds r ON r.payment = p.id WHERE o.user_id = ${id}`
const faultsOf = (id: string) => sql`
  SELECT f.id FROM orders o JOIN payments p ON p.order_id = o.id LEFT JOIN refunds r ON r.payment = p.id
  JOIN payment_faults f ON f.provider = p.provider AND (f.payment_id = p.payment_id
    OR f.checkout_id = nullif(p.checkout_id, '') OR f.refund_id = ANY (r.provider_refund_id || r.failed_ids))
  WHERE o.user_id = ${id}`

/** `after` of an audit row with the reasons of its swaps, which are one level deeper, replaced. */
const withoutSwapReasons = sql`CASE WHEN jsonb_typeof(after->'swapped') = 'array' AND after @? '$.swapped[*].reason'
  THEN jsonb_set(after, '{swapped}', (
    SELECT jsonb_agg(CASE WHEN s ? 'reason' THEN s || jsonb_build_object('reason', ${ERASED_TEXT}::text) ELSE s END ORDER BY n)
    FROM jsonb_array_elements(after->'swapped') WITH ORDINALITY AS swaps(s, n)))
  ELSE after END`

/**
 * Statements that replace the texts of staff and riders about customer `id`, in stored records and in the audit log.
 * The `reason` of a claim ('damaged') is kept, because it is one of a fixed set.
 */
export function textErasures(id: string): SQL[] {
  const theirs = sql`order_id IN (SELECT id FROM orders WHERE user_id = ${id})`
  const ofUser = sql`user_id = ${id}`
  const subjects = sql`SELECT ${id}::text UNION ALL SELECT id::text FROM orders WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM claims WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM approvals WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM withdrawals WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM push_messages WHERE user_id = ${id}
    UNION ALL SELECT id::text FROM (${refundsOf(id)}) refunds UNION ALL SELECT id::text FROM (${faultsOf(id)}) faults`
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
    erased('refunds', ['reason'], sql`id IN (${refundsOf(id)})`),
    erased('payment_faults', ['settled_reason'], sql`id IN (${faultsOf(id)})`),
    erased('pick_lines', ['swap_reason'], theirs),
    // The lines of a discarded pick, which Undo can then no longer restore.
    sql`UPDATE order_picks SET discarded = NULL WHERE ${theirs} AND discarded ? 'lines'`,
    sql`UPDATE audit_rows SET after = ${withoutSwapReasons} || coalesce((
        SELECT jsonb_object_agg(e.key, ${ERASED_TEXT}::text) FROM jsonb_each(after) e
        WHERE e.key IN (SELECT jsonb_array_elements_text(${typed}::jsonb)) AND jsonb_typeof(e.value) = 'string'
          AND e.value <> '""' AND NOT (e.key = 'reason' AND call IN ('claims.add', 'storeClaims.add'))), '{}')
      WHERE object IN (${subjects}) AND jsonb_typeof(after) = 'object'`,
  ]
}
