import { sql } from 'drizzle-orm'
import { broughtPieces } from '../shared/brought-pieces.ts'
import { withGaps } from './number-gaps.ts'

/** Invariants of claims and of the rows of tax; each statement selects its violations as `what`. */
export const claimInvariants = {
  'No more pieces are claimed than were delivered': sql`
    SELECT o.order_id || ' line ' || l.line AS what FROM claim_lines l JOIN orders o ON o.id = l.order_id
    GROUP BY o.id, l.line HAVING sum(l.pieces - l.refused) > delivered_pieces(o.id, l.line)`,

  'The state of every claim is that of its pieces': sql`
    SELECT c.id::text AS what FROM claims c LEFT JOIN claim_lines l ON l.claim_id = c.id
    GROUP BY c.id HAVING count(l.line) = 0 OR c.state <> CASE
      WHEN sum(l.pieces - l.refunded - l.replaced - l.refused) > 0 THEN 'open'
      WHEN sum(l.refunded) > 0 THEN 'refunded' WHEN sum(l.replaced) > 0 THEN 'replaced' ELSE 'refused' END`,

  'Every refunded piece has its decision': sql`
    SELECT c.id::text AS what FROM claims c
    WHERE (SELECT coalesce(sum(refunded), 0) FROM claim_lines WHERE claim_id = c.id)
      <> (SELECT coalesce(sum(pieces), 0) FROM claim_pieces WHERE claim_id = c.id)`,

  // Claims have the exact value of the pieces. Rounding the bill down may lower a credit note by up to 50 paise, and
  // there is no note if nothing remains.
  'What claims refunded is in the ledger, in refunds and in credit notes, each once': sql`
    SELECT a.claim_id || ' ' || a.action_id AS what
    FROM claim_actions a JOIN claims c ON c.id = a.claim_id JOIN orders o ON o.id = c.order_id
    LEFT JOIN credit_notes n ON n.id = a.note_id
    WHERE a.kind = 'refund' AND (
      coalesce(n.amount, 0) <> a.amount
      OR CASE WHEN a.destination = 'wallet' THEN a.amount ELSE 0 END <> (
        SELECT coalesce(sum(e.amount), 0) FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.key = 'claim:' || a.claim_id || ':' || a.action_id || ':claim-refund' AND e.account = 'customer:money')
      OR CASE WHEN a.destination = 'cash' THEN a.amount ELSE 0 END <> (
        SELECT coalesce(-sum(e.amount), 0) FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.key = 'claim:' || a.claim_id || ':' || a.action_id || ':claim-cash' AND e.account = 'store:cash')
      OR a.amount > 0 AND o.payment_method = 'online' AND NOT EXISTS (
        SELECT 1 FROM refunds r JOIN payments p ON p.id = r.payment
        WHERE p.order_id = o.id AND r.cause = 'claim ' || a.claim_id || ' ' || a.action_id)
      OR (SELECT coalesce(sum(k.amount), 0) FROM claim_pieces k WHERE k.claim_id = a.claim_id AND k.action_id = a.action_id)
        > a.amount + CASE WHEN a.amount = 0 THEN 50 ELSE -least(0, n.round_off) END)`,

  'What an order says about its claims is their sum': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE o.claimed <> CASE WHEN o.payment_method = 'online' THEN 0 ELSE (
      SELECT coalesce(sum(a.amount), 0) FROM claims c JOIN claim_actions a ON a.claim_id = c.id WHERE c.order_id = o.id) END`,

  'An order with refunded claims is delivered or canceled': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE o.status NOT IN ('delivered', 'canceled') AND EXISTS (SELECT 1 FROM claim_pieces k WHERE k.order_id = o.id)`,

  'Every replaced piece has its replacement': sql`
    SELECT l.claim_id || ' line ' || l.line AS what FROM claim_lines l
    WHERE l.replaced <> (SELECT coalesce(sum(${broughtPieces}), 0) FROM claim_replacements r
      WHERE r.claim_id = l.claim_id AND r.claim_line = l.line)`,

  'A replacement is free, and linked to its claim line by line': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE o.is_replacement AND (o.total <> 0 OR o.placed_total <> 0 OR o.coins <> 0 OR o.discount <> 0
      OR EXISTS (SELECT 1 FROM order_lines n WHERE n.order_id = o.id AND (n.price <> 0 OR n.coins <> 0
        OR NOT EXISTS (SELECT 1 FROM claim_replacements r WHERE r.order_id = n.order_id AND r.line = n.line)))
      OR EXISTS (SELECT 1 FROM claim_replacements r JOIN claims c ON c.id = r.claim_id
        WHERE r.order_id = o.id AND c.user_id <> o.user_id)
      OR EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.order_id = o.id))
    UNION ALL
    SELECT o.order_id FROM claim_replacements r JOIN orders o ON o.id = r.order_id WHERE NOT o.is_replacement`,

  'A replacement has a delivery challan exactly when it was accepted, and no other order has one': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE EXISTS (SELECT 1 FROM challans d WHERE d.order_id = o.id) <> (o.is_replacement AND EXISTS (
      SELECT 1 FROM order_history h WHERE h.order_id = o.id AND h.to_status NOT IN ('confirmed', 'canceled')))`,

  'Challan numbers are unique and have no gap': withGaps(sql`challans`, sql`challan_series`),

  'The rows of tax are those of the documents': sql`
    SELECT i.year || '/' || i.number AS what
    FROM invoices i LEFT JOIN (SELECT document_id, sum(paid) AS paid FROM tax_rows GROUP BY document_id) t ON t.document_id = i.id
    WHERE i.document IS NOT NULL AND t.paid IS DISTINCT FROM i.total - coalesce((i.document->>'roundOff')::bigint, 0)
    UNION ALL
    SELECT 'CN' || n.year || '/' || n.number
    FROM credit_notes n LEFT JOIN (SELECT document_id, sum(paid) AS paid FROM tax_rows GROUP BY document_id) t
      ON t.document_id = n.id
    WHERE n.amount IS NOT NULL AND t.paid IS DISTINCT FROM CASE WHEN NOT n.without_tax THEN n.round_off - n.amount END
    UNION ALL
    SELECT t.document_id::text FROM tax_rows t
    WHERE t.taxable + t.cgst + t.sgst + t.igst <> CASE WHEN t.rate IS NULL THEN 0 ELSE t.paid END
    UNION ALL
    SELECT t.invoice_id::text FROM tax_rows t GROUP BY t.invoice_id, t.position
    HAVING least(sum(t.paid), sum(t.taxable), sum(t.cgst), sum(t.sgst), sum(t.igst), sum(t.quantity)) < 0`,

  // Section 34(2) of the CGST Act.
  'Notes lower the tax until 30 November after the financial year of their invoice': sql`
    SELECT 'CN' || n.year || '/' || n.number AS what FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id
    WHERE n.without_tax <> (kolkata_day(n.created_at) > make_date(2001 + left(i.year, 2)::int, 11, 30))`,
}
