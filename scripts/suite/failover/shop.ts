import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { runProgram } from '@kirana/testing/program'
import pg from 'pg'
import type { People } from '../processes/load.ts'
import type { Cluster } from './cluster.ts'
import type { Shop } from './orders.ts'

const CUSTOMERS = '150'
const PRODUCTS = 20
const PIECES = 1_000_000

/** Writes the sample store into an empty database. If a server did it, its start could take more than the allowed minute. */
export async function fillStore(env: Record<string, string>) {
  const { code, said } = await runProgram(['server/src/sample/run.ts'], env).ended
  if (code !== 0) throw new Error(said)
}

/** Fills the empty store with the sample, customers without limits and a product with stock. */
export async function openShop(cluster: Cluster, dataDir: string) {
  const [first] = cluster.apps
  if (!first) throw new Error('The cluster has no app machine')
  const env = { DATA_DIR: dataDir, SUPERADMIN_PASSWORD: 'Owner@1234', LOG_LEVEL: 'error' }
  await fillStore({ ...env, DATABASE_URL: first.database })
  for (const app of cluster.apps) await app.startApp(env)
  const writing = ['server/src/testing/processes/write-people.ts', CUSTOMERS]
  const { code, said } = await runProgram(writing, { DATABASE_URL: first.database }).ended
  if (code !== 0) throw new Error(said)
  const { customers, staff } = JSON.parse(said) as People

  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: first.database })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  // Few customers place many orders.
  await query(
    `UPDATE company SET open_orders_per_customer = 1000000, unpaid_per_customer = 100000000000,
       unpaid_before_delivery = 100000000000`,
  )
  const asStaff = caller(first.origin, { cookie: staff })
  const anyone = caller(first.origin)
  const { pincodes } = await anyone(api.storeCatalogue.get, {})
  const { products } = await anyone(api.storeProducts.list, { query: {} })
  // Orders of the same product wait for one another. In a store with many products this hardly happens.
  const items = products
    .flatMap(({ _id, variant }) =>
      variant.map(({ variantId }) => ({ productId: _id, variantId, quantity: 1 })),
    )
    .slice(0, PRODUCTS)
  const variants = items.map(({ variantId }) => variantId)
  for (const variantId of variants)
    await asStaff(api.stock.count, { body: { variantId, onHand: PIECES, reason: 'Counted' } })
  const address = {
    fullName: 'Ravi Kulkarni',
    phone: '+919800000010',
    houseNo: 'Flat 4',
    landmark: '',
    street: 'Hill Road',
    pincode: pincodes[0] ?? '',
    city: 'Mumbai',
    state: 'Maharashtra',
  }
  const shop: Shop = {
    origins: cluster.apps.map(({ origin }) => origin),
    tokens: customers.map(({ token }) => token),
    bodies: items.map((item) => ({ payment: 'cod', address, items: [item] })),
  }
  return {
    shop,
    staff,
    /** Keeps the session of staff alive, which ends after half an hour without a call. */
    touch: () => asStaff(api.stock.list, { params: { page: 1 }, query: {} }),
    /** The ids of the orders placed since the database's time `from`, and the pieces reserved for orders. */
    stored: async (from: string) => {
      const [row] = await query<{ ids: string[]; reserved: number }>(
        `SELECT coalesce((SELECT json_agg(id) FROM orders WHERE placed_at >= $1), '[]') AS ids,
           (SELECT sum(reserved)::int FROM stock_levels WHERE variant_id = ANY($2)) AS reserved`,
        [from, variants],
      )
      if (!row) throw new Error('The database returned nothing')
      return row
    },
    now: async () => (await query<{ now: string }>('SELECT now()::text AS now'))[0]?.now ?? '',
    verify: () =>
      runProgram(['server/src/commands/verify.ts'], { ...env, DATABASE_URL: first.database }).ended,
  }
}
