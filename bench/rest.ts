import { api } from '@kirana/contract'
import type { Route, Sent } from '@kirana/contract/wire/route'
import { type Addresses, pairs, random, type Request, request, staff } from './calls.ts'
import { customerUuid, kindUuid, phoneOf, productUuid, SUPERADMIN_TOKEN, variantUuid } from './seed.ts'

/** A call, and one statement that reads or changes the same rows; `pick` returns the value of `$1`. */
type Measured = {
  name: string
  ours: (id: string) => Request
  bare: string
  pick?: () => string
}

const call =
  <R extends Route>(route: R, sent: Sent<R>) =>
  () =>
    request(route, sent, staff)
const owner = { cookie: `kirana_superadmin=${SUPERADMIN_TOKEN}` }
const picked = (kind: string, of: number) => () => kindUuid(kind, random(of))
const newest = (table: string, rows: number) => `SELECT * FROM ${table} ORDER BY id DESC LIMIT ${rows}`
let turn = 0

/** Calls outside orders, products and users: every other list, and changes by staff. */
export const measured: Measured[] = [
  { name: 'dashboard', ours: call(api.dashboard.get, {}), bare: 'SELECT * FROM order_counts' },
  {
    name: 'referred orders',
    ours: call(api.orders.referred, { params: { page: 1 }, query: {} }),
    bare: `SELECT *, (SELECT json_agg(l) FROM order_lines l WHERE l.order_id = o.id) AS lines
      FROM orders o WHERE referrer_id IS NOT NULL ORDER BY id DESC LIMIT 20`,
  },
  {
    name: 'referred orders by phone',
    ours: () =>
      request(
        api.orders.referred,
        { params: { page: 1 }, query: { search: phoneOf(random(5_000)).slice(0, 8) } },
        staff,
      ),
    bare: `SELECT * FROM orders WHERE referrer_id IS NOT NULL AND search LIKE $1 ORDER BY id DESC LIMIT 20`,
    pick: () => `%${phoneOf(random(5_000)).slice(0, 8)}%`,
  },
  {
    name: 'wallet entries',
    ours: (userId) => request(api.wallet.entries, { params: { userId, page: 1 } }, staff),
    bare: `SELECT * FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE e.user_id = $1 ORDER BY e.transaction_id DESC LIMIT 20`,
    pick: () => customerUuid(random(1_000)),
  },
  { name: 'sections', ours: call(api.sections.list, {}), bare: newest('sections', 100) },
  { name: 'categories', ours: call(api.categories.list, { query: {} }), bare: newest('categories', 100) },
  {
    name: 'subcategories',
    ours: call(api.subcategories.list, { query: {} }),
    bare: newest('subcategories', 100),
  },
  { name: 'keywords', ours: call(api.keywords.list, {}), bare: newest('keywords', 300) },
  { name: 'pincodes', ours: call(api.pincodes.list, {}), bare: newest('pincodes', 400) },
  { name: 'coupons', ours: call(api.coupons.list, {}), bare: newest('coupons', 40) },
  { name: 'charges', ours: call(api.charges.list, {}), bare: newest('charges', 40) },
  {
    name: 'photo orders',
    ours: call(api.manualOrders.list, { params: { page: 1 }, query: {} }),
    bare: newest('manual_orders', 30),
  },
  { name: 'contact messages', ours: call(api.contact.list, {}), bare: newest('contact_messages', 300) },
  { name: 'withdrawals', ours: call(api.withdrawals.list, {}), bare: newest('withdrawals', 300) },
  {
    name: 'audit log',
    ours: () => request(api.audit.list, { params: { page: 1 }, query: {} }, owner),
    bare: newest('audit_rows', 50),
  },
  {
    name: 'a keyword is changed',
    ours: (id) => {
      const body = { name: `keyword ${id.slice(-6)}`, desc: `${++turn}`, keywardId: id }
      return request(api.keywords.edit, { body }, staff)
    },
    bare: 'UPDATE keywords SET description = md5(random()::text) WHERE id = $1',
    pick: picked('4e40', 300),
  },
  {
    name: 'a photo order is settled',
    ours: (orderId) =>
      request(
        api.manualOrders.changeStatus,
        { body: { orderId, status: ++turn % 2 ? 'Delivered' : 'Waiting' } },
        staff,
      ),
    bare: `UPDATE manual_orders SET status = 'delivered' WHERE id = $1`,
    pick: picked('3a00', 2_000),
  },
  {
    name: 'a product is disabled',
    ours: (id) =>
      request(api.products.setActive, { body: { productIds: [id], isActive: ++turn % 2 === 0 } }, staff),
    bare: 'UPDATE products SET is_active = NOT is_active WHERE id = $1',
    pick: () => productUuid(random(20_000)),
  },
  {
    name: 'a price is changed',
    ours: (variantId) => {
      const sellingPrice = 90 + (++turn % 10)
      const productId = variantId.replace('fa00', 'b0b0')
      const body = { productId, variantId, value: 500, unit: 'GM' as const, mrp: 150, sellingPrice }
      return request(api.variants.edit, { body }, staff)
    },
    bare: 'UPDATE variants SET selling_price = 9000 + (random() * 100)::int WHERE id = $1',
    pick: () => variantUuid(random(20_000)),
  },
  {
    name: 'coins are added',
    ours: (userId) => request(api.wallet.addCoins, { body: { userId, point: 1 } }, staff),
    bare: 'UPDATE wallets SET coins = coins + 1 WHERE user_id = $1',
    pick: () => customerUuid(random(1_000)),
  },
]

export function rest(_size: object, at: Addresses) {
  const pair = pairs(at)
  return measured.map(({ name, ours, pick = () => '' }, n) =>
    pair(
      name,
      () => ours(pick()),
      () => ({ path: `/rest/${n}?id=${encodeURIComponent(pick())}` }),
    ),
  )
}
