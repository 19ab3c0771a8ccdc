import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'

/**
 * The bare limit: Fastify and pg, no access check, no validation, one statement a call. What the product's calls are
 * measured against, in the same run and on the same database.
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

/** A page far back as it is usually asked for: a join and a plain OFFSET. */
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

app.get<{ Params: { id: string; status: string } }>('/status/:id/:status', async ({ params }) => {
  await pool.query('UPDATE orders SET status = $2 WHERE id = $1', [params.id, params.status])
  return { message: 'ok' }
})

/** The rows of an order, sent straight to the database in one transaction of one statement. */
app.post<{ Body: { userId: string; items: { productId: string; variantId: string; quantity: number }[] } }>(
  '/orders',
  async ({ body }) => {
    const id = randomUUID()
    await pool.query(
      `WITH n AS (SELECT nextval('order_numbers') AS number), placed AS (
         INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
           payment_status, subtotal, charges, charges_total, total, delivery_time)
         SELECT $1, number, 'RAW-' || number, $2, 'Customer', '+919000000000', '{}', 'confirmed', 'cod', 'due', 29700, '[]', 0, 29700, '10 minutes' FROM n
       ), lines AS (
         INSERT INTO order_lines (order_id, line, product_id, variant_id, title, category, image, quantity_text, quantity, price, total)
         SELECT $1, l.line, (l.item->>'productId')::uuid, (l.item->>'variantId')::uuid, 'Product', 'Staples', '', '500 GM', 1, 9900, 9900
         FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY l(item, line)
       )
       INSERT INTO order_history (order_id, step, to_status, by) VALUES ($1, 1, 'confirmed', 'customer')`,
      [id, body.userId, JSON.stringify(body.items)],
    )
    return { data: { id } }
  },
)

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.stdout.write('ready\n')
