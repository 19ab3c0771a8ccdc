import { claimDestinations, claimNumberText } from '@kirana/domain/claims'
import { creditNoteNumber } from '@kirana/domain/invoice'
import { refundStates } from '@kirana/domain/payment'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** The schema of `historyOfOrder`: the status changes of an order. Amounts are paise. */
export const storedHistory = z.array(
  z.strictObject({
    from: z.nullable(z.enum(deliveryStatuses)),
    to: z.enum(deliveryStatuses),
    at: z.string(),
    by: z.string(),
    reason: z.string(),
    refund: z.nullable(
      z.strictObject({ amount: z.int(), to: z.enum(['wallet', 'source']), state: z.enum(refundStates) }),
    ),
  }),
)

/** Selects the refund of the cancelation `h` of order `o` to the wallet; no row without one. */
const toWallet = sql`SELECT json_build_object('amount', e.amount, 'to', 'wallet', 'state', 'done')
  FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'customer:money'
  WHERE t.key = 'order:' || o.id || ':' || h.step || ':order-refund'`

/**
 * The refund of a canceled online order. Online orders are never reopened, so there is only one. A rest below ₹1 goes
 * to the wallet.
 */
const toSource = sql`SELECT CASE WHEN r.settled_as = 'wallet'
    THEN json_build_object('amount', r.amount, 'to', 'wallet', 'state', 'done')
    ELSE json_build_object('amount', r.amount, 'to', 'source', 'state', r.state) END
  FROM payments p JOIN refunds r ON r.payment = p.id AND r.cause = 'canceled'
  WHERE p.order_id = o.id AND p.state <> 'unmatched'`

/** SQL for the status changes of order `o`, oldest first: a JSON array. */
export const historyOfOrder = sql`(
  SELECT json_agg(json_build_object('from', h.from_status, 'to', h.to_status, 'at', h.created_at, 'by', h.by,
    'reason', h.reason, 'refund', CASE WHEN h.to_status = 'canceled' THEN coalesce((${toWallet}), (${toSource})) END)
    ORDER BY h.step) FROM order_history h WHERE h.order_id = o.id)`

export const toHistory = (stored: z.output<typeof storedHistory>) =>
  stored.map(({ at, reason, refund, ...change }) => ({
    ...change,
    at: new Date(at),
    ...(reason !== '' && { reason }),
    ...(refund && { refund }),
  }))

/** The schema of `claimRefundsOfOrder`: the refunds for claims of an order. Amounts are paise. */
export const storedClaimRefunds = z.array(
  z.strictObject({
    at: z.string(),
    by: z.string(),
    claimId: z.string(),
    number: z.int(),
    amount: z.int(),
    to: z.enum(claimDestinations),
    state: z.enum(refundStates),
    note: z.nullable(z.strictObject({ year: z.string(), number: z.int() })),
  }),
)

/**
 * The current refund of decision `a` to the source. A refund in the provider's dashboard may have lowered it, and a
 * rest that is too small for the provider was added to the wallet (decision 035).
 */
const claimToSource = sql`SELECT r.amount, CASE WHEN r.settled_as = 'wallet' THEN 'wallet' ELSE 'source' END AS to,
    CASE WHEN r.settled_as = 'wallet' THEN 'done' ELSE r.state END AS state
  FROM refunds r JOIN payments p ON p.id = r.payment
  WHERE a.destination = 'source' AND p.order_id = o.id AND r.cause = 'claim ' || a.claim_id || ' ' || a.action_id`

/** SQL for the refunds for claims of order `o`, oldest first: a JSON array. */
export const claimRefundsOfOrder = sql`(
  SELECT coalesce(json_agg(json_build_object('at', a.created_at, 'by', a.by, 'claimId', c.id, 'number', c.number,
    'amount', coalesce(s.amount, a.amount), 'to', coalesce(s.to, a.destination), 'state', coalesce(s.state, 'done'),
    'note', (SELECT json_build_object('year', n.year, 'number', n.number) FROM credit_notes n WHERE n.id = a.note_id))
    ORDER BY a.created_at, a.action_id), '[]')
  FROM claims c JOIN claim_actions a ON a.claim_id = c.id LEFT JOIN LATERAL (${claimToSource}) s ON true
  WHERE c.order_id = o.id AND a.amount > 0)`

export const toClaimRefunds = (stored: z.output<typeof storedClaimRefunds>) =>
  stored.map(({ at, number, note, ...refund }) => ({
    ...refund,
    at: new Date(at),
    claimNumber: claimNumberText(number),
    creditNote: note ? creditNoteNumber(note.year, note.number) : '',
  }))
