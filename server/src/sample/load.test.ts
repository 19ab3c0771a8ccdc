import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bill } from '@kirana/domain/bill'
import { aisleDistance } from '@kirana/domain/round'
import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import { deliveryStatuses } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStore } from '../services/files/store.ts'
import { passwordMatches } from '../services/people/passwords.ts'
import { charges } from '../tables/charges.ts'
import { coupons } from '../tables/coupons.ts'
import { orderLines, orders } from '../tables/orders.ts'
import { staff } from '../tables/people.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { loadSample } from './load.ts'
import { seededRandom } from './random.ts'
import { company } from './shop.ts'

const now = new Date('2026-11-21T13:16:00+05:30')
const folder = mkdtempSync(join(tmpdir(), 'kirana-sample-'))
const files = folderStore(folder)
let database: TestDatabase
const load = (accounts: boolean) => loadSample(database, files, { accounts, say: () => {}, now })

beforeAll(async () => {
  database = await testDatabase()
  await load(true)
}, 240_000)
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true })
})

const rows = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await database.db.execute<Row>(query)).rows
const count = async (what: string) =>
  Number((await rows<{ n: number }>(sql.raw(`SELECT count(*)::int AS n FROM ${what}`)))[0]?.n)
/** The content that must be equal after every load. */
const digest = async () => ({
  titles: await rows(sql`SELECT title, rating_sum::int FROM products ORDER BY title`),
  totals: await rows(
    sql`SELECT order_id, customer_phone, status, total::int, discount::int FROM orders ORDER BY number`,
  ),
  entries: await rows(
    sql`SELECT account, sum(amount)::text AS sum, count(*)::int FROM ledger_entries GROUP BY account ORDER BY account`,
  ),
})

test.each([
  ['sections', 3],
  ['categories', 8],
  ['products', 70],
  ['keywords', 24],
  ['coupons', 6],
  ['charges WHERE is_active', 3],
  ['charges WHERE NOT is_active', 1],
  ['pincodes WHERE is_active', 11],
  ['pincodes WHERE NOT is_active', 1],
  ['banners', 4],
  ['users', 48],
  ["users WHERE email <> ''", 10],
  ['users WHERE fcm_token IS NOT NULL', 10],
  ['orders', 320],
  ['orders WHERE referrer_id IS NOT NULL', 15],
  ["orders WHERE payment_method = 'wallet'", 20],
  ["orders WHERE coupon_name <> ''", 20],
  ["ledger_transactions WHERE kind = 'order-refund'", 3],
  ['manual_orders', 5],
  ["manual_orders WHERE status = 'waiting'", 3],
  ['manual_orders WHERE cardinality(photos) > 1', 1],
  ['contact_messages', 4],
  ['withdrawals WHERE done_at IS NULL', 3],
  ['transactions WHERE cardinality(documents) = 1', 2],
  ['ratings', 100],
  ['videos', 5],
  ['stock_levels WHERE on_hand > 0', 120],
  ["stock_levels WHERE shelf <> ''", 120],
  ['stock_barcodes', 90],
  ['variants v WHERE NOT EXISTS (SELECT 1 FROM stock_levels s WHERE s.variant_id = v.id)', 5],
  ['stock_levels WHERE on_hand = reserved', 2],
  ['stock_levels WHERE on_hand - reserved BETWEEN 1 AND low_at', 4],
  ["stock_batches WHERE remaining > 0 AND expiry <= '2026-11-24'", 5],
  ["stock_reservations WHERE holding = 'reserved'", 8],
  ["stock_movements WHERE kind = 'sold'", 40],
])('has enough %s: at least %d', async (what, least) => {
  expect(await count(what)).toBeGreaterThanOrEqual(least)
})

test('gives every product a category, pictures, keywords and prices within the MRP', async () => {
  expect(
    await rows(sql`
      SELECT p.title FROM products p
      WHERE NOT EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id)
        OR (SELECT count(*) FROM product_images i WHERE i.product_id = p.id) NOT BETWEEN 1 AND 3
        OR NOT EXISTS (SELECT 1 FROM product_keywords k WHERE k.product_id = p.id)
        OR EXISTS (SELECT 1 FROM variants v WHERE v.product_id = p.id AND (v.mrp = 0 OR v.selling_price > v.mrp OR v.special_price > v.mrp))
        OR p.category_id <> (SELECT s.category_id FROM subcategories s WHERE s.id = p.subcategory_id)`),
  ).toEqual([])
  expect(
    await count(
      '(SELECT c.id FROM categories c WHERE NOT EXISTS (SELECT 1 FROM subcategories s WHERE s.category_id = c.id)) e',
    ),
  ).toBe(0)
})

test('computes every bill from its lines, coupon, referral discount and charges', async () => {
  const { db } = database
  const lines = Map.groupBy(await db.select().from(orderLines), ({ orderId }) => orderId)
  const known = await db.select().from(coupons)
  const active = (await db.select().from(charges).orderBy(charges.id)).filter(({ isActive }) => isActive)
  const placed = await db.select().from(orders)
  for (const order of placed) {
    const again = bill({
      lines: lines.get(order.id) ?? [],
      coupon: known.find(({ name }) => name === order.couponName) ?? null,
      referralPercent: order.referrerId ? company.referralDiscount : 0,
      charges: active,
    })
    const { subtotal, discount, referralDiscount, total } = order
    expect({ subtotal, discount, referralDiscount, total, charges: order.charges }).toEqual({
      subtotal: again.subtotal,
      discount: again.discount,
      referralDiscount: again.referralDiscount,
      total: again.total,
      charges: again.charges,
    })
  }
  expect(placed.length).toBe(lines.size)
})

test('violates no invariant, and gives every customer a wallet', async () => {
  expect(await findInvariantViolations(database.db)).toEqual([])
  expect(await count('users u WHERE NOT EXISTS (SELECT 1 FROM wallets w WHERE w.user_id = u.id)')).toBe(0)
})

test('has orders of today in every status, the newest about a minute old', async () => {
  const today = await rows<{ status: string; youngest: number }>(sql`
    SELECT status, min(extract(epoch FROM ${now.toISOString()}::timestamptz - placed_at) / 60)::float8 AS youngest FROM orders
    WHERE (placed_at AT TIME ZONE 'Asia/Kolkata')::date = '2026-11-21' GROUP BY status`)
  expect(today.map(({ status }) => status).toSorted()).toEqual([...deliveryStatuses].toSorted())
  expect(today.find(({ status }) => status === 'confirmed')?.youngest).toBeLessThan(2)
  expect(await count(`orders WHERE placed_at > '${now.toISOString()}'`)).toBe(0)
  expect(await count(`order_history WHERE created_at > '${now.toISOString()}'`)).toBe(0)
})

test('numbers invoices without gaps in the order of issue', async () => {
  const issued = await rows<{ number: number }>(sql`SELECT number FROM invoices ORDER BY created_at, number`)
  expect(issued.map(({ number }) => number)).toEqual(issued.map((_, i) => i + 1))
})

test('has a consistent status history for every order', async () => {
  expect(
    await count(`order_history h JOIN order_history b ON b.order_id = h.order_id AND b.step = h.step - 1
      WHERE h.from_status <> b.to_status OR h.created_at < b.created_at`),
  ).toBe(0)
})

test('stores all pictures, which decode and are small', async () => {
  const kept = await rows<{ key: string; size: number }>(sql`SELECT key, size FROM files`)
  const sizes = await Promise.all(
    kept.map(async ({ key }) => {
      const found = await files.open(key)
      const bytes = found ? await buffer(found.stream) : Buffer.alloc(0)
      const { width } = await sharp(bytes)
        .stats()
        .then(() => sharp(bytes).metadata())
      expect(width).toBeGreaterThanOrEqual(400)
      return bytes.length
    }),
  )
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000)
  expect(sizes).toEqual(kept.map(({ size }) => size))
  expect(await count('files f JOIN manual_orders m ON f.key = ANY (m.photos) WHERE f.is_private')).toBe(6)
})

test('leaves no live events', async () => {
  expect(await count('live_events')).toBe(0)
})

test('creates the sample staff accounts with the sample password', async () => {
  const accounts = await database.db.select().from(staff).orderBy(staff.id)
  expect(accounts.map(({ username }) => username)).toEqual(['staff', 'packer'])
  for (const { passwordHash } of accounts)
    expect(await passwordMatches(SAMPLE_PASSWORD, passwordHash)).toBe(true)
})

test('has three riders and a day with every kind of drop, and of its cash', async () => {
  expect(await count('riders WHERE is_active')).toBe(3)
  const kinds = await rows<{ state: string; kind: string }>(sql`
    SELECT DISTINCT d.state, CASE WHEN d.state = 'delivered' THEN o.paid_by ELSE '' END
      || CASE WHEN EXISTS (SELECT FROM ledger_transactions t WHERE t.order_id = o.id AND t.kind = 'cash-change') THEN ', rest to the wallet' ELSE '' END
      || CASE u.state WHEN 'verified' THEN ', verified' WHEN 'unverified' THEN ', not verified' ELSE '' END AS kind
    FROM drops d JOIN orders o ON o.id = d.order_id LEFT JOIN upi_payments u ON u.order_id = o.id
    WHERE (d.assigned_at AT TIME ZONE 'Asia/Kolkata')::date = '2026-11-21'`)
  const paidBefore = expect.stringMatching(/^(wallet|online)$/)
  for (const [state, kind] of [
    ['assigned', ''],
    ['on the road', ''],
    ['failed', ''],
    ['returned', ''],
    ['canceled', ''],
    ['delivered', 'cash'],
    ['delivered', 'cash, rest to the wallet'],
    ['delivered', 'upi, verified'],
    ['delivered', 'upi, not verified'],
    ['delivered', paidBefore],
  ])
    expect(kinds).toContainEqual({ state, kind })
  const recorded = await rows(sql`SELECT DISTINCT kind FROM cash_records ORDER BY kind`)
  expect(recorded).toEqual([{ kind: 'bank' }, { kind: 'count' }, { kind: 'float' }, { kind: 'in' }])
  expect(await count('riders WHERE in_hand > 0')).toBeGreaterThanOrEqual(1)
  expect(await count('riders WHERE shortage > 0')).toBe(1)
})

test('has an order in the middle of a pick by the packer', async () => {
  expect(
    await rows(sql`
      SELECT p.by, o.status, count(k.line)::int AS touched, (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) > 3 AS more
      FROM order_picks p JOIN orders o ON o.id = p.order_id JOIN pick_lines k ON k.order_id = o.id
      WHERE p.state = 'claimed' GROUP BY p.by, o.status, o.id`),
  ).toEqual([{ by: 'Ravi Kulkarni', status: 'confirmed', touched: 3, more: true }])
})

test('changes nothing on a second load, and creates the same store again, without accounts if they are off', async () => {
  const first = await digest()
  await load(true)
  expect(await digest()).toEqual(first)
  await database.reset()
  await database.db.execute(sql`ALTER SEQUENCE order_numbers RESTART`)
  await load(false)
  expect(await digest()).toEqual(first)
  expect(await count('staff')).toBe(0)
}, 240_000)

test('a round of orders of 12, 9 and 5 lines is at most 60 % of the way of three walks', async () => {
  const stock = await rows<{ variantId: string; shelf: string }>(
    sql`SELECT variant_id AS "variantId", shelf FROM stock_levels ORDER BY shelf, variant_id`,
  )
  const order = (lines: number, random: () => number) =>
    Array.from({ length: lines }, (_, line) => {
      const { variantId = '', shelf = '' } = stock[Math.floor(random() * stock.length)] ?? {}
      return { variantId, shelf, line }
    })
  let [apart, together] = [0, 0]
  for (let seed = 1; seed <= 200; seed++) {
    const { next } = seededRandom(seed)
    const three = [12, 9, 5].map((lines) => order(lines, next))
    apart += three.reduce((sum, lines) => sum + aisleDistance(lines), 0)
    together += aisleDistance(three.flat())
  }
  expect(together / apart).toBeLessThanOrEqual(0.6)
})
