import { api } from '@kirana/contract'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../db/types.ts'
import { company } from '../../tables/company.ts'
import { files } from '../../tables/files.ts'
import { invoices } from '../../tables/invoices.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { orderLines, orders } from '../../tables/orders.ts'
import { productImages, products } from '../../tables/products.ts'
import { users } from '../../tables/users.ts'
import { wallets } from '../../tables/wallets.ts'
import { transactions, withdrawals } from '../../tables/withdrawals.ts'
import { testApp } from '../../testing/app.ts'
import { expectDetected, findInvariantViolations } from '../../testing/violations.ts'
import { factories } from '../../testing/factories.ts'
import { fileOf, photo } from '../../testing/files/pictures.ts'
import { pdf } from '../../testing/files/prepared-files.ts'
import { fileInvariants } from './invariants-files.ts'
import { moneyInvariants } from './invariants-money.ts'
import { orderInvariants } from './invariants-orders.ts'
import { reportInvariants } from './invariants-reports.ts'
import { post, type Posting } from '../wallet/ledger.ts'
import { addUpPastDays } from '../reports/add-up.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

let customerId: string
let product: string
/** The documents of the withdrawal that was paid out. */
let documents: string[]

/** A day of business: orders delivered, accepted and canceled, a coupon and a referral used, one withdrawal paid, one open. */
beforeAll(async () => {
  const staff = await t.signIn.staff()
  await t.db.update(company).set({ referralDiscount: 500, pointsPerReferral: 30 })
  const rice = await make.aProduct({ loyaltyCoins: 3 })
  product = rice.id
  const friend = await make.aCustomer()
  const customer = await make.aCustomer({ money: 50_000, coins: 5 })
  customerId = customer.id
  const items = [rice.item(2)]
  const coupon = (await make.aCoupon()).name
  const first = await make.anOrder({ customer, items, coupon, referCode: friend.user.referCode })
  const paid = await make.anOrder({ customer, items, payment: 'wallet' })
  const change = (orderId: string, status: 'Delivered' | 'Dispatched' | 'Canceled') =>
    t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff)
  await change(first._id, 'Delivered')
  await change(paid._id, 'Dispatched')
  await change(paid._id, 'Canceled')
  await t.call(api.storeProducts.rate, { params: { id: rice.id }, body: { rating: 4 } }, customer)
  await t.db.insert(manualOrders).values({ userId: customer.id, photos: [] })

  const withdraw = () =>
    t.call(api.storeWallet.withdraw, { body: { amount: 120.5, upiId: 'ravi@upi' } }, customer)
  const { data } = await withdraw()
  const receipt = fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')
  const sent = { body: { withdrawalId: data._id }, files: [receipt, await photo()] }
  await t.call(api.withdrawals.approve, sent, staff)
  await withdraw()
  documents = (await t.db.select().from(transactions))[0]?.documents ?? []
  t.clock.pass(24 * 60)
  await addUpPastDays(t.database, t.context.now())
})

const posting = (kind: Posting['kind'], amount: number): Posting => ({
  key: 'planted',
  kind,
  userId: customerId,
  by: 'Asha (staff)',
  amounts: [amount],
})
const asText = (statement: string) => (tx: Db) => tx.execute(sql.raw(statement))
const without = (table: string, constraint: string) =>
  asText(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`)

type Fault = [name: string, plant: (tx: Db) => PromiseLike<unknown>]
const faults: Fault[] = [
  ['The ledger sums to zero', asText(`UPDATE ledger_entries SET amount = amount + 1 WHERE line = 0`)],
  ['Every transaction of the ledger is balanced', asText(`DELETE FROM ledger_entries WHERE line = 1`)],
  [
    'Every transaction of the ledger is balanced',
    asText(`UPDATE ledger_entries SET user_id = (SELECT id FROM users LIMIT 1) WHERE account LIKE 'store:%'`),
  ],
  [
    'Ledger, histories, orders and invoices are guarded against changes',
    asText('ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_fixed'),
  ],
  ['Every customer has a wallet', (tx) => tx.delete(wallets)],
  [
    'Every wallet is the sum of its entries and not below zero',
    (tx) => tx.update(wallets).set({ money: sql`money + 1` }),
  ],
  [
    'What was withdrawn so far is the sum of its entries',
    (tx) => tx.update(wallets).set({ withdrawnMoney: 0 }),
  ],
  [
    'What was withdrawn so far is the sum of its entries',
    (tx) => tx.update(wallets).set({ withdrawnCoins: 7 }),
  ],
  [
    'A withdrawal is completed exactly when it has its one transaction',
    (tx) => tx.update(withdrawals).set({ doneAt: null }),
  ],
  ['A withdrawal is completed exactly when it has its one transaction', (tx) => tx.delete(transactions)],
  [
    'A withdrawal is completed exactly when it has its one transaction',
    async (tx) => {
      await without('transactions', 'paid_out_once')(tx)
      await tx.execute(
        sql`INSERT INTO transactions (id, withdrawal_id, by) SELECT gen_random_uuid(), withdrawal_id, by FROM transactions`,
      )
    },
  ],
  [
    'The wallet moved once for every withdrawal, as it says',
    (tx) => tx.update(withdrawals).set({ amount: 1 }),
  ],
  [
    'The wallet moved once for every withdrawal, as it says',
    asText('UPDATE withdrawals SET id = gen_random_uuid()'),
  ],
  [
    'What is held is what open withdrawals ask for',
    (tx) => post(tx, [posting('withdrawal-payout', 12_050)], t.context.now()),
  ],
  [
    'What is held is what open withdrawals ask for',
    (tx) => tx.insert(withdrawals).values({ userId: customerId, amount: 100 }),
  ],
  // A status changed without taking the coins or the money back.
  [
    'The coins of every order fit its status',
    (tx) => tx.update(orders).set({ status: 'prepared' }).where(eq(orders.status, 'delivered')),
  ],
  [
    'The store bears the coins of an order only while it is not delivered',
    asText(`INSERT INTO ledger_entries (transaction_id, line, account, amount)
      SELECT id, 7, 'store:rewards:coins', -1 FROM ledger_transactions WHERE kind = 'loyalty'`),
  ],
  [
    'The store gets back no more referral coins than it has borne',
    asText(`INSERT INTO ledger_entries (transaction_id, line, account, amount)
      SELECT id, 7, 'store:rewards:coins', 1 FROM ledger_transactions WHERE kind = 'referral'`),
  ],
  [
    'What was handed over for every order less what went back is what counts as paid',
    (tx) => tx.update(orders).set({ status: 'prepared' }).where(eq(orders.status, 'canceled')),
  ],
  [
    'What was handed over for every order less what went back is what counts as paid',
    asText(`UPDATE ledger_transactions SET order_id = NULL WHERE kind = 'order-payment'`),
  ],
  ['Every order knows what paid it', asText(`UPDATE orders SET paid_by = 'wallet' WHERE paid_by = 'cash'`)],
  [
    'What every customer paid is the sum of delivered orders less refunds',
    (tx) => tx.update(users).set({ totalPayment: 1 }),
  ],
  ['Every order is its lines less discounts plus charges', (tx) => tx.delete(orderLines)],
  [
    'Every order is its lines less discounts plus charges',
    async (tx) => {
      await without('orders', 'order_adds_up')(tx)
      await tx.update(orders).set({ discount: 1 })
    },
  ],
  [
    'Every order is its lines less discounts plus charges',
    asText(`UPDATE orders SET charges = '[{"title": "Delivery", "amount": 1}]'`),
  ],
  [
    'Every order id is unique and says its day and number',
    asText(`UPDATE orders SET order_id = 'X' || order_id`),
  ],
  [
    'Invoice numbers are unique and have no gap',
    (tx) => tx.update(invoices).set({ number: sql`number + 10` }),
  ],
  ['Invoice numbers are unique and have no gap', asText('DELETE FROM invoices WHERE number = 1')],
  ['Invoice numbers are unique and have no gap', asText('UPDATE invoice_series SET last = 9')],
  ['Invoice numbers are unique and have no gap', asText('DELETE FROM invoice_series')],
  [
    'Invoice numbers are unique and have no gap',
    async (tx) => {
      await without('invoices', 'invoice_number')(tx)
      await tx.update(invoices).set({ number: 1 })
    },
  ],
  ['An order has an invoice exactly when it was accepted', (tx) => tx.delete(invoices)],
  [
    'An order has an invoice exactly when it was accepted',
    (tx) => tx.update(invoices).set({ isCurrent: false }),
  ],
  ...[
    `UPDATE invoices SET document = jsonb_set(document, '{lines,0,paid}', '1')`,
    `UPDATE invoices SET document = jsonb_set(document, '{lines,0,cgst}', '1')`,
    'UPDATE orders SET subtotal = subtotal + 1, total = total + 1',
  ].map((fault): Fault => [
    'Every invoice adds up in both directions, the last one to its order',
    asText(fault),
  ]),
  ['Every invoice but the current one of an order is credited in full', asText('DELETE FROM credit_notes')],
  [
    'Every invoice but the current one of an order is credited in full',
    asText('UPDATE invoices SET is_current = true'),
  ],
  ...['paid', 'taxable', 'cgst', 'sgst', 'igst', 'other'].map((column): Fault => [
    'The credit notes of an invoice are not more than it, row by row',
    asText(`UPDATE credit_notes SET amount = 9000000, rows = '[{"paid": 0, "${column}": 9000000}]'`),
  ]),
  ['Credit note numbers are unique and have no gap', asText('UPDATE credit_notes SET number = 2')],
  ['Credit note numbers are unique and have no gap', asText('UPDATE credit_note_series SET last = 9')],
  ['The history of every order leads to its status', asText('DELETE FROM order_history WHERE step = 2')],
  ['The history of every order leads to its status', asText('DELETE FROM order_history')],
  ['The history of every order leads to its status', asText(`UPDATE orders SET status = 'dispatched'`)],
  [
    'Every coupon is held as the status of its order says',
    asText('UPDATE coupon_uses SET released_at = now()'),
  ],
  ['Every coupon counts its uses', asText('UPDATE coupons SET uses = uses + 1')],
  ['The ledger has the rounding of every document once', asText('UPDATE credit_notes SET round_off = 9')],
  ['The counts of orders are what a recount gives', asText('UPDATE order_counts SET count = count + 1')],
  ['The counts of orders are what a recount gives', asText('DELETE FROM order_counts')],
  ...['report_days', 'report_products', 'report_coupons', 'report_steps'].map((table): Fault => [
    'The reports of past days are what their orders give',
    asText(`UPDATE ${table} SET orders = orders + 1`),
  ]),
  ['The tables of every report agree with each other', asText('DELETE FROM report_products')],
  ['The tables of every report agree with each other', asText('UPDATE report_days SET sales = sales + 1')],
  [
    'The ratings of every product are what a recount gives',
    (tx) => tx.update(products).set({ ratingSum: 5 }),
  ],
  [
    'The least price of every product is that of its cheapest variant',
    (tx) => tx.update(products).set({ leastPrice: 1 }),
  ],
  [
    'A product has at most 6 images',
    (tx) =>
      tx
        .insert(productImages)
        .values(
          [2, 3, 4, 5, 6, 7].map((position) => ({ productId: product, file: `${v7()}.webp`, position })),
        ),
  ],
  [
    'A withdrawal has at most 5 documents',
    async (tx) => {
      await without('transactions', 'five_documents_at_most')(tx)
      await tx.update(transactions).set({ documents: Array.from({ length: 6 }, () => documents[0] ?? '') })
    },
  ],
  [
    'Every referenced document and photo exists and is private',
    (tx) => tx.delete(files).where(eq(files.key, documents[0] ?? '')),
  ],
  [
    'Every referenced document and photo exists and is private',
    (tx) => tx.update(files).set({ isPrivate: false }),
  ],
  [
    'Every referenced document and photo exists and is private',
    (tx) => tx.update(manualOrders).set({ photos: [`${v7()}.webp`] }),
  ],
  ['Every private file is referenced', (tx) => tx.update(transactions).set({ documents: [] })],
  [
    'Every picture and order referenced without a foreign key exists',
    (tx) => tx.update(orderLines).set({ image: 'gone.webp' }),
  ],
  [
    'Every picture and order referenced without a foreign key exists',
    asText('UPDATE ledger_transactions SET order_id = gen_random_uuid()'),
  ],
]

test.each(faults)('detects a violation of: %s (%#)', (name, plant) => expectDetected(t.database, name, plant))

test.each([
  ['ledger_transactions', 'key'],
  ['ledger_entries', 'line'],
  ['order_history', 'step'],
  ['credit_notes', 'number'],
])('%s is append-only', async (table, column) => {
  for (const change of [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`])
    await expect(t.db.execute(sql.raw(change))).rejects.toMatchObject({
      cause: { message: `${table} is append-only` },
    })
})

test('plants a violation of every invariant and leaves none', async () => {
  // Each other room of invariants has a test file of its own.
  const own = Object.keys({ ...moneyInvariants, ...orderInvariants, ...reportInvariants, ...fileInvariants })
  expect(new Set(faults.map(([name]) => name))).toEqual(new Set(own))
  expect(await findInvariantViolations(t.db)).toEqual([])
})
