import { sql } from 'drizzle-orm'
import { billedLines } from '../shared/billed-lines.ts'
import { withGaps } from './number-gaps.ts'

/** Invariants of orders, their invoices and counters; each statement selects its violations as `what`. */
export const orderInvariants = {
  'Every order is its lines less discounts plus charges': sql`
    SELECT o.order_id AS what FROM orders o
    LEFT JOIN LATERAL (
      SELECT sum(l.total) AS total, bool_and(l.total = l.price * l.quantity) AS adds_up
      FROM ${billedLines(sql`o.id`)} l
    ) l ON true
    WHERE o.subtotal IS DISTINCT FROM l.total OR NOT l.adds_up
      OR o.charges_total <> (SELECT coalesce(sum((c->>'amount')::bigint), 0) FROM jsonb_array_elements(o.charges) c)
      OR o.total <> o.subtotal - o.discount - o.referral_discount + o.charges_total + o.round_off
      OR o.total < 0 OR o.discount < 0 OR o.referral_discount < 0`,

  'Every order id is unique and says its day and number': sql`
    SELECT order_id AS what FROM orders
    WHERE order_id <> 'OD' || to_char(placed_at AT TIME ZONE 'Asia/Kolkata', 'YYMMDD') || '-'
      || lpad(number::text, greatest(4, length(number::text)), '0')
    UNION ALL
    SELECT order_id FROM orders GROUP BY order_id HAVING count(*) > 1
    UNION ALL
    SELECT number::text FROM orders GROUP BY number HAVING count(*) > 1`,

  'Invoice numbers are unique and have no gap': withGaps(sql`invoices`, sql`invoice_series`),

  'An order has an invoice exactly when it was accepted': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id) <> (NOT o.is_replacement AND EXISTS (
      SELECT 1 FROM order_history h WHERE h.order_id = o.id AND h.to_status NOT IN ('confirmed', 'canceled')))
    UNION ALL
    SELECT o.order_id FROM orders o
    WHERE o.status NOT IN ('confirmed', 'canceled') AND NOT o.is_replacement
      AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id AND i.is_current)`,

  // Earlier invoices are credited and need not match later changes of the order, and neither does the invoice of a pick
  // that was undone.
  'Every invoice adds up in both directions, the last one to its order': sql`
    SELECT i.year || '/' || i.number AS what FROM invoices i JOIN orders o ON o.id = i.order_id
    CROSS JOIN LATERAL (
      SELECT sum((r->>'paid')::bigint) + coalesce((i.document->>'roundOff')::bigint, 0) AS total,
        bool_or((r->>'taxable')::bigint + (r->>'cgst')::bigint + (r->>'sgst')::bigint + (r->>'igst')::bigint
          <> CASE WHEN r->>'rate' IS NULL THEN 0 ELSE (r->>'paid')::bigint END) AS is_wrong
      FROM (
        SELECT line FROM jsonb_array_elements(i.document->'lines') AS line
        UNION ALL
        SELECT part FROM jsonb_array_elements(i.document->'charges') AS c, jsonb_array_elements(c->'parts') AS part
      ) AS all_rows(r)
    ) t
    WHERE i.document IS NOT NULL
      AND (t.total IS DISTINCT FROM (i.document->>'total')::bigint OR t.is_wrong
        OR t.total IS DISTINCT FROM o.total
          AND NOT EXISTS (SELECT 1 FROM credit_notes c WHERE c.invoice_id = i.id AND c.reason = 'Items changed')
          AND NOT EXISTS (SELECT 1 FROM invoices later
            WHERE later.order_id = i.order_id AND (later.created_at, later.id) > (i.created_at, i.id)))`,

  // Orders canceled before credit notes existed have invoices without a document.
  'Every invoice but the current one of an order is credited in full': sql`
    SELECT i.year || '/' || i.number AS what
    FROM invoices i JOIN orders o ON o.id = i.order_id CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.amount IS NULL) AS closing, coalesce(sum(c.amount), 0) AS credited
      FROM credit_notes c WHERE c.invoice_id = i.id
    ) n
    WHERE CASE WHEN i.is_current THEN o.status = 'canceled' OR n.closing > 0
      ELSE n.closing = 0 AND n.credited <> (i.document->>'total')::bigint END`,

  'The credit notes of an invoice are not more than it, row by row': sql`
    SELECT i.year || '/' || i.number AS what
    FROM invoices i JOIN credit_notes c ON c.invoice_id = i.id
    CROSS JOIN LATERAL jsonb_array_elements(c.rows) WITH ORDINALITY AS credited(r, n)
    LEFT JOIN LATERAL jsonb_array_elements(invoice_rows(i.document)) WITH ORDINALITY AS billed(b, m) ON m = n
    GROUP BY i.id, n
    HAVING sum((r->>'paid')::bigint) > coalesce(min((b->>'paid')::bigint), 0)
      OR sum((r->>'taxable')::bigint) > coalesce(min((b->>'taxable')::bigint), 0)
      OR sum((r->>'cgst')::bigint) > coalesce(min((b->>'cgst')::bigint), 0)
      OR sum((r->>'sgst')::bigint) > coalesce(min((b->>'sgst')::bigint), 0)
      OR sum((r->>'igst')::bigint) > coalesce(min((b->>'igst')::bigint), 0)
    UNION ALL
    SELECT 'CN' || c.year || '/' || c.number FROM credit_notes c
    WHERE c.amount <> c.round_off + (SELECT sum((r->>'paid')::bigint) FROM jsonb_array_elements(c.rows) AS r)`,

  'Credit note numbers are unique and have no gap': withGaps(sql`credit_notes`, sql`credit_note_series`),

  'The history of every order leads to its status': sql`
    SELECT o.order_id AS what FROM orders o
    WHERE o.status IS DISTINCT FROM
        (SELECT to_status FROM order_history h WHERE h.order_id = o.id ORDER BY step DESC LIMIT 1)
      OR (SELECT count(*) IS DISTINCT FROM max(step) FROM order_history h WHERE h.order_id = o.id)
      OR EXISTS (
        SELECT 1 FROM order_history h LEFT JOIN order_history b ON b.order_id = h.order_id AND b.step = h.step - 1
        WHERE h.order_id = o.id
          AND (h.from_status IS DISTINCT FROM b.to_status OR h.to_status IS NOT DISTINCT FROM h.from_status))`,

  'Every coupon is held as the status of its order says': sql`
    SELECT o.order_id AS what FROM orders o JOIN coupon_uses c ON c.order_id = o.id
    WHERE (o.status = 'canceled') <> (c.released_at IS NOT NULL)`,

  'Every coupon counts its uses': sql`
    SELECT c.name AS what FROM coupons c LEFT JOIN coupon_uses u ON u.coupon_id = c.id AND u.released_at IS NULL
    GROUP BY c.id HAVING c.uses <> count(u.order_id)`,

  'The counts of orders are what a recount gives': sql`
    SELECT coalesce(k.name, r.name) AS what
    FROM (SELECT name, sum(count) AS n FROM order_counts GROUP BY name HAVING sum(count) <> 0) k
    FULL JOIN (
      SELECT name, count(*) AS n FROM orders, unnest(order_count_names(status, placed_at, referrer_id,
        payment_method = 'online' AND payment_status <> 'paid', is_replacement)) AS name
      GROUP BY name
    ) r ON r.name = k.name
    WHERE k.n IS DISTINCT FROM r.n`,

  'The ratings of every product are what a recount gives': sql`
    SELECT p.id::text AS what FROM products p LEFT JOIN ratings r ON r.product_id = p.id
    GROUP BY p.id HAVING p.rating_count <> count(r.stars) OR p.rating_sum <> coalesce(sum(r.stars), 0)`,

  'The least price of every product is that of its cheapest variant': sql`
    SELECT p.id::text AS what FROM products p LEFT JOIN variants v ON v.product_id = p.id
    GROUP BY p.id HAVING p.least_price
      <> coalesce(min(CASE WHEN v.selling_price > 0 THEN v.selling_price ELSE v.special_price END), 0)`,
}
