import fastify from 'fastify'
import pg from 'pg'
import { type Placed, replayOrder } from './replay.ts'
import { measured } from './rest.ts'

/**
 * The baseline server: Fastify and pg without access checks or validation. Each call is one statement; placing an order
 * replays the product's own transaction. The product is compared with it in the same run on the same database.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()

const row = `o.id, o.order_id, o.number, o.total, o.placed_at, o.payment_status, o.status, o.customer_name, o.customer_phone,
  o.delivery_time, o.address, (SELECT json_agg(l) FROM order_lines l WHERE l.order_id = o.id) AS lines`

app.get<{ Params: { page: string }; Querystring: { status: string } }>(
  '/list/:page',
  async ({ params, query }) => {
    const offset = (Number(params.page) - 1) * 20
    const { rows } = await pool.query(
      `SELECT ${row} FROM orders o WHERE o.status = $1 ORDER BY o.id DESC LIMIT 20 OFFSET $2`,
      [query.status, offset],
    )
    return { data: rows }
  },
)

/** A deep page by the usual query: a join and a plain OFFSET. */
app.get<{ Params: { page: string }; Querystring: { status: string } }>(
  '/deep/:page',
  async ({ params, query }) => {
    const offset = (Number(params.page) - 1) * 20
    const { rows } = await pool.query(
      `SELECT o.id, o.order_id, o.total, o.placed_at, o.payment_status, o.status, u.full_name, u.phone
     FROM orders o JOIN users u ON u.id = o.user_id WHERE o.status = $1 ORDER BY o.id DESC LIMIT 20 OFFSET $2`,
      [query.status, offset],
    )
    return { data: rows }
  },
)

app.get<{ Querystring: { search: string } }>('/search', async ({ query }) => {
  const { rows } = await pool.query(
    `SELECT ${row} FROM orders o WHERE o.search LIKE $1 ORDER BY o.id DESC LIMIT 20`,
    [`%${query.search}%`],
  )
  return { data: rows }
})

app.get<{ Params: { id: string } }>('/detail/:id', async ({ params }) => {
  const { rows } = await pool.query(
    `SELECT ${row}, o.charges, o.subtotal, o.discount, u.email, (SELECT json_agg(h) FROM order_history h WHERE h.order_id = o.id) AS history
     FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = $1`,
    [params.id],
  )
  return { data: rows }
})

app.get<{ Params: { page: string }; Querystring: { search: string } }>(
  '/products/:page',
  async ({ params, query }) => {
    const { rows } = await pool.query(
      `SELECT p.id, p.title, p.subtitle, p.is_active, p.rating_sum, p.rating_count, c.name AS category,
         (SELECT json_agg(v) FROM variants v WHERE v.product_id = p.id) AS variants,
         (SELECT json_agg(i.file) FROM product_images i WHERE i.product_id = p.id) AS images
       FROM products p JOIN categories c ON c.id = p.category_id
       WHERE p.archived_at IS NULL AND lower(p.title) LIKE $1 ORDER BY p.id DESC LIMIT 20 OFFSET $2`,
      [`%${query.search}%`, (Number(params.page) - 1) * 20],
    )
    return { data: rows }
  },
)

app.get<{ Params: { id: string } }>('/product/:id', async ({ params }) => {
  const { rows } = await pool.query(
    `SELECT p.*, c.name AS category, (SELECT json_agg(v) FROM variants v WHERE v.product_id = p.id) AS variants,
       (SELECT json_agg(i.file) FROM product_images i WHERE i.product_id = p.id) AS images
     FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id = $1`,
    [params.id],
  )
  return { data: rows }
})

app.get<{ Params: { page: string }; Querystring: { search: string } }>(
  '/users/:page',
  async ({ params, query }) => {
    const { rows } = await pool.query(
      `SELECT u.*, w.coins, w.money, (SELECT json_agg(a) FROM addresses a WHERE a.user_id = u.id) AS addresses
       FROM users u JOIN wallets w ON w.user_id = u.id
       WHERE u.phone LIKE $1 ORDER BY u.id DESC LIMIT 20 OFFSET $2`,
      [`%${query.search}%`, (Number(params.page) - 1) * 20],
    )
    return { data: rows }
  },
)

app.get<{ Params: { n: string }; Querystring: { id: string } }>('/rest/:n', async ({ params, query }) => {
  const { bare = '' } = measured[Number(params.n)] ?? {}
  const { rows } = await pool.query(bare, bare.includes('$1') ? [query.id] : [])
  return { data: rows }
})

app.get<{ Params: { id: string; status: string } }>('/status/:id/:status', async ({ params }) => {
  await pool.query('UPDATE orders SET status = $2 WHERE id = $1', [params.id, params.status])
  return { message: 'ok' }
})

app.get<{ Params: { id: string; line: string; found: string } }>(
  '/pick/:id/:line/:found',
  async ({ params: { id, line, found } }) => {
    await pool.query(
      `INSERT INTO pick_lines (order_id, line, found, short, reason) VALUES ($1, $2, $3, 0, '')
       ON CONFLICT (order_id, line) DO UPDATE SET found = excluded.found`,
      [id, line, found],
    )
    return { message: 'ok' }
  },
)

let placed: Placed | undefined
app.post<{ Body: Placed }>('/recorded', ({ body }) => {
  placed = body
  return { message: 'ok' }
})
app.post<{ Body: { customerId: string } }>('/orders', async ({ body }) => {
  if (!placed) throw new Error('No order was recorded')
  await replayOrder(pool, placed, body.customerId)
  return { message: 'ok' }
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.stdout.write(`ready on http://127.0.0.1:${process.env.PORT}\n`)
