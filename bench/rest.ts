import { type Addresses, json, pairs, random, type Request, staff } from './calls.ts'
import { customerUuid, kindUuid, phoneOf, productUuid, SUPERADMIN_TOKEN, variantUuid } from './seed.ts'

/** A call, and one statement that reads or changes the same rows. `$1` is the row that `pick` names. */
type Measured = {
  name: string
  ours: (id: string) => Request
  bare: string
  pick?: () => string
}

const get = (path: string) => (): Request => ({ path: `/api/v1${path}`, headers: staff })
const send = (method: 'POST' | 'PUT', path: string, body: object): Request => ({
  method,
  path: `/api/v1${path}`,
  headers: { ...json, ...staff },
  body: JSON.stringify(body),
})
const owner = { cookie: `kirana_superadmin=${SUPERADMIN_TOKEN}` }
const picked = (kind: string, of: number) => () => kindUuid(kind, random(of))
const newest = (table: string, rows: number) => `SELECT * FROM ${table} ORDER BY id DESC LIMIT ${rows}`
let turn = 0

/** The screens that are left beside orders, products and users: every other list, and the changes that staff make. */
export const measured: Measured[] = [
  { name: 'dashboard', ours: get('/dashboard/get/data/all'), bare: 'SELECT * FROM order_counts' },
  {
    name: 'referred orders',
    ours: get('/payment/referred/orders/1?search='),
    bare: `SELECT *, (SELECT json_agg(l) FROM order_lines l WHERE l.order_id = o.id) AS lines
      FROM orders o WHERE referrer_id IS NOT NULL ORDER BY id DESC LIMIT 20`,
  },
  {
    name: 'referred orders by phone',
    ours: () => get(`/payment/referred/orders/1?search=${phoneOf(random(5_000)).slice(0, 8)}`)(),
    bare: `SELECT * FROM orders WHERE referrer_id IS NOT NULL AND search LIKE $1 ORDER BY id DESC LIMIT 20`,
    pick: () => `%${phoneOf(random(5_000)).slice(0, 8)}%`,
  },
  {
    name: 'wallet entries',
    ours: (id) => get(`/wallet/get/entries/${id}/1`)(),
    bare: `SELECT * FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE e.user_id = $1 ORDER BY e.transaction_id DESC LIMIT 20`,
    pick: () => customerUuid(random(1_000)),
  },
  { name: 'sections', ours: get('/product/section/get/all'), bare: newest('sections', 100) },
  { name: 'categories', ours: get('/product/catagory/list'), bare: newest('categories', 100) },
  { name: 'subcategories', ours: get('/product/subcategory/get/all'), bare: newest('subcategories', 100) },
  { name: 'keywords', ours: get('/keyward/get/all'), bare: newest('keywords', 300) },
  { name: 'pincodes', ours: get('/pincode/get/all'), bare: newest('pincodes', 400) },
  { name: 'coupons', ours: get('/coupon/admin/get/all'), bare: newest('coupons', 40) },
  { name: 'charges', ours: get('/charges/admin/get/all'), bare: newest('charges', 40) },
  { name: 'photo orders', ours: get('/manual/order/get/all/orders/1/30'), bare: newest('manual_orders', 30) },
  { name: 'contact messages', ours: get('/contact/get/all'), bare: newest('contact_messages', 300) },
  { name: 'withdrawals', ours: get('/wallet/get/all/withdrawals'), bare: newest('withdrawals', 300) },
  {
    name: 'audit log',
    ours: () => ({ path: '/api/v1/audit/list/1', headers: owner }),
    bare: newest('audit_rows', 50),
  },
  {
    name: 'a keyword is changed',
    ours: (id) =>
      send('PUT', '/keyward/edit', { name: `keyword ${id.slice(-6)}`, desc: `${++turn}`, keywardId: id }),
    bare: 'UPDATE keywords SET description = md5(random()::text) WHERE id = $1',
    pick: picked('4e40', 300),
  },
  {
    name: 'a photo order is settled',
    ours: (id) =>
      send('POST', '/manual/order/status/change', {
        orderId: id,
        status: ++turn % 2 ? 'Delivered' : 'Waiting',
      }),
    bare: `UPDATE manual_orders SET status = 'delivered' WHERE id = $1`,
    pick: picked('3a00', 2_000),
  },
  {
    name: 'a product is disabled',
    ours: (id) => send('PUT', '/product/active', { productIds: [id], isActive: ++turn % 2 === 0 }),
    bare: 'UPDATE products SET is_active = NOT is_active WHERE id = $1',
    pick: () => productUuid(random(20_000)),
  },
  {
    name: 'a price is changed',
    ours: (id) =>
      send('PUT', '/product/variant/update', {
        productId: id.replace('fa00', 'b0b0'),
        variantId: id,
        value: 500,
        unit: 'GM',
        mrp: 150,
        sellingPrice: 90 + (++turn % 10),
      }),
    bare: 'UPDATE variants SET selling_price = 9000 + (random() * 100)::int WHERE id = $1',
    pick: () => variantUuid(random(20_000)),
  },
  {
    name: 'coins are added',
    ours: (id) => send('POST', '/wallet/coin/add', { userId: id, point: 1 }),
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
