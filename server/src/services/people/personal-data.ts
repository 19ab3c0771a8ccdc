import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { profile } from './customers.ts'

/** SQL for a JSON array with `row` for each row of `rest`, which follows FROM. */
const list = (row: ReturnType<typeof sql>, rest: ReturnType<typeof sql>) =>
  sql`(SELECT coalesce(json_agg(${row}), '[]') FROM ${rest})`

type Files = { open: (key: string) => Promise<{ stream: Readable } | null> }
/** Written to the file unchanged, except that the bytes of the files are added. */
const dataRow = z.strictObject({
  data: z.looseObject({ files: z.array(z.strictObject({ key: z.string(), type: z.string() })) }),
})
type PersonalData = z.output<typeof dataRow>['data']

/** The invoices of order `o` with their credit notes. */
const invoicesOfOrder = list(
  sql`json_build_object('year', i.year, 'number', i.number, 'issuedAt', i.created_at, 'creditNotes', ${list(
    sql`json_build_object('year', n.year, 'number', n.number, 'issuedAt', n.created_at, 'reason', n.reason)`,
    sql`credit_notes n WHERE n.invoice_id = i.id`,
  )}) ORDER BY i.created_at`,
  sql`invoices i WHERE i.order_id = o.id`,
)

/** The payments of order `o` with their refunds. */
const paymentsOfOrder = list(
  sql`json_build_object('provider', p.provider, 'paymentId', p.payment_id, 'amount', p.amount,
    'state', p.state, 'paidAt', p.paid_at, 'refunds', ${list(
      sql`json_build_object('amount', r.amount, 'state', r.state, 'at', r.created_at)`,
      sql`refunds r WHERE r.payment = p.id`,
    )})`,
  sql`payments p WHERE p.order_id = o.id`,
)

/** The failed deliveries of order `o`; `photo` is the key of the door photo. */
const failedDeliveries = list(
  sql`json_build_object('assignedAt', d.assigned_at, 'reason', d.fail_reason, 'photo', d.photo) ORDER BY d.attempt`,
  sql`drops d WHERE d.order_id = o.id AND d.fail_reason <> ''`,
)

/** The orders of customer `u`, with lines, picked lines, history, deliveries, invoices, challans and payments. */
const orders = list(
  sql`(to_jsonb(o) - 'id' - 'user_id' - 'referrer_id' - 'coupon_id' - 'search') || jsonb_build_object(
    'lines', ${list(
      sql`to_jsonb(l) - 'order_id' - 'product_id' - 'variant_id' ORDER BY l.line`,
      sql`order_lines l WHERE l.order_id = o.id`,
    )},
    'picked', ${list(
      sql`to_jsonb(b) - 'order_id' - 'product_id' - 'variant_id' ORDER BY b.position`,
      sql`picked_lines b WHERE b.order_id = o.id`,
    )},
    'history', ${list(
      sql`json_build_object('at', h.created_at, 'status', h.to_status) ORDER BY h.step`,
      sql`order_history h WHERE h.order_id = o.id`,
    )},
    'failedDeliveries', ${failedDeliveries},
    'invoices', ${invoicesOfOrder},
    'challans', ${list(
      sql`json_build_object('year', d.year, 'number', d.number, 'issuedAt', d.created_at) ORDER BY d.created_at`,
      sql`challans d WHERE d.order_id = o.id`,
    )},
    'payments', ${paymentsOfOrder}) ORDER BY o.id`,
  sql`orders o WHERE o.user_id = u.id`,
)

/** The privacy notices that customer `u` accepted. */
const privacyNotices = list(
  sql`json_build_object('version', n.version, 'acceptedAt', n.accepted_at) ORDER BY n.accepted_at`,
  sql`privacy_acceptances n WHERE n.user_id = u.id`,
)

/** The balances of the wallet. */
const wallet = sql`(
  SELECT json_build_object('coins', w.coins, 'money', w.money, 'withdrawnCoins', w.withdrawn_coins,
    'withdrawnMoney', w.withdrawn_money) FROM wallets w WHERE w.user_id = u.id)`

/** The ledger entries of the wallet. */
const walletEntries = list(
  sql`json_build_object('at', t.created_at, 'kind', t.kind, 'account', e.account, 'amount', e.amount) ORDER BY t.id, e.line`,
  sql`ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE t.user_id = u.id AND e.user_id = u.id`,
)

/** The photographed lists. */
const photoOrders = list(
  sql`to_jsonb(m) - 'id' - 'user_id' ORDER BY m.id`,
  sql`manual_orders m WHERE m.user_id = u.id`,
)

/** The claims with their lines. */
const claims = list(
  sql`(to_jsonb(c) - 'id' - 'user_id' - 'order_id') || jsonb_build_object('lines', ${list(
    sql`json_build_object('line', l.line, 'pieces', l.pieces, 'refunded', l.refunded, 'replaced', l.replaced, 'refused', l.refused)`,
    sql`claim_lines l WHERE l.claim_id = c.id`,
  )}) ORDER BY c.id`,
  sql`claims c WHERE c.user_id = u.id`,
)

/** The withdrawals, each with the reference and the documents of its payout. */
const withdrawals = list(
  sql`(to_jsonb(w) - 'id' - 'user_id' - 'approved_by' - 'approved_name') || (
    SELECT coalesce(jsonb_object_agg(f.name, f.value), '{}') FROM transactions x, LATERAL (VALUES
      ('documents', to_jsonb(x.documents)), ('reason', to_jsonb(x.reason)), ('utr', to_jsonb(x.utr))) f(name, value)
    WHERE x.withdrawal_id = w.id) ORDER BY w.id`,
  sql`withdrawals w WHERE w.user_id = u.id`,
)

/** The approval requests about the customer. */
const approvals = list(
  sql`json_build_object('at', a.created_at, 'kind', a.kind, 'amount', a.amount, 'state', a.state,
    'reason', a.reason, 'documents', a.documents) ORDER BY a.id`,
  sql`approvals a WHERE a.user_id = u.id`,
)

/** The customer's ratings of products. */
const ratings = list(
  sql`json_build_object('product', p.title, 'stars', r.stars, 'at', r.created_at)`,
  sql`ratings r JOIN products p ON p.id = r.product_id WHERE r.user_id = u.id`,
)

/** The messages of the contact form that were sent with the customer's phone number. */
const messages = list(
  sql`json_build_object('at', c.created_at, 'name', c.name, 'email', c.email, 'message', c.message,
    'state', c.state, 'answeredAt', c.answered_at) ORDER BY c.number`,
  sql`contact_messages c WHERE c.phone = u.phone`,
)

/** The notes of staff about the customer. */
const notes = list(
  sql`json_build_object('at', n.created_at, 'text', n.text) ORDER BY n.id`,
  sql`customer_notes n WHERE n.user_id = u.id`,
)

/**
 * The push messages to this customer, and those to a single phone without a customer if its token is the customer's
 * current one.
 */
const pushMessages = list(
  sql`json_build_object('at', s.created_at, 'title', s.title, 'body', s.body) ORDER BY s.id`,
  sql`push_messages s WHERE s.audience = 'one' AND (s.user_id = u.id OR s.user_id IS NULL AND s.token = u.fcm_token)`,
)

/** The sessions of the customer's devices. */
const sessions = list(
  sql`json_build_object('startedAt', s.created_at, 'lastUsedAt', s.seen_at) ORDER BY s.created_at`,
  sql`sessions s WHERE s.role = 'customer' AND s.person_id = u.id`,
)

/** The files of photographed lists, claims, approvals, payouts and failed deliveries. */
const files = list(
  sql`json_build_object('key', f.key, 'type', f.type) ORDER BY f.key`,
  sql`files f WHERE f.key IN (
    SELECT unnest(m.photos || m.documents) FROM manual_orders m WHERE m.user_id = u.id
    UNION SELECT unnest(c.photos) FROM claims c WHERE c.user_id = u.id
    UNION SELECT unnest(a.documents) FROM approvals a WHERE a.user_id = u.id
    UNION SELECT unnest(x.documents) FROM transactions x JOIN withdrawals w ON w.id = x.withdrawal_id
    WHERE w.user_id = u.id
    UNION SELECT d.photo FROM drops d JOIN orders o ON o.id = d.order_id WHERE o.user_id = u.id)`,
)

/** All stored data about a customer, in one statement. @throws HttpError 404 */
export async function readPersonalData(db: Db, id: string): Promise<PersonalData> {
  const rows = await rowsOf(db, dataRow).execute(sql`
    SELECT json_build_object(
      'note', 'Amounts are in paise, percentages in hundredths of a percent, times in UTC.',
      'profile', ${profile}, 'customerNumber', u.customer_number, 'invitedWith', u.invited_with,
      'registeredAt', u.created_at, 'totalPayment', u.total_payment,
      'privacyNotices', ${privacyNotices}, 'wallet', ${wallet}, 'walletEntries', ${walletEntries},
      'orders', ${orders}, 'photoOrders', ${photoOrders}, 'claims', ${claims}, 'withdrawals', ${withdrawals},
      'approvals', ${approvals}, 'ratings', ${ratings}, 'messages', ${messages}, 'notes', ${notes},
      'pushMessages', ${pushMessages}, 'sessions', ${sessions}, 'files', ${files}) AS data
    FROM users u WHERE u.id = ${id}`)
  return requireRow(rows, 'Customer').data
}

/** The data as JSON text, with the bytes of each file in Base64; only one file is in memory at a time. */
export async function* personalDataFile({ files, ...data }: PersonalData, store: Files) {
  yield `${JSON.stringify(data, null, 1).slice(0, -2)},\n "files": [`
  for (const [n, { key, type }] of files.entries()) {
    const opened = await store.open(key)
    const base64 = opened && (await buffer(opened.stream)).toString('base64')
    yield `${n > 0 ? ',' : ''}\n  ${JSON.stringify({ key, type, base64 })}`
  }
  yield ']\n}\n'
}
