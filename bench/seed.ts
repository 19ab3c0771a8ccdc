import pg from 'pg'

export const STAFF_TOKEN = 'bench-staff-token-0123456789abcdef0123456789'
/** The number of staff who keep boards open; each may have 20 live streams. */
export const BOARD_STAFF = 20
const boardTokens = `${STAFF_TOKEN}-board-`
export const boardToken = (n: number) => `${boardTokens}${n}`
export const SUPERADMIN_TOKEN = 'bench-superadmin-token-0123456789abcdef01234'
export const customerToken = (n: number) => `bench-customer-${String(n).padStart(6, '0')}-0123456789abcdef`
/** Enough customers to stay below the limit of orders per customer and minute. */
export const CUSTOMERS_SIGNED_IN = 1_000

/** SQL of a UUID that sorts by `n`, like the product's time-ordered ids. */
export const uuid = (kind: string, n: string) =>
  `('${kind}0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** The orders that one statement inserts: the rows that its triggers count are kept in temporary files. */
const AT_ONCE = 1_000_000

/**
 * Fills a migrated database like that of a busy store: half of the customers have orders, an order has three pieces in
 * three lines or in one, and nearly all are delivered. Indexes are dropped and created again afterwards: 500,000 orders take
 * less than a minute.
 */
export async function seed(
  url: string,
  { lines = 3, ...size }: { users: number; products: number; orders: number; lines?: 1 | 3 },
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (sql: string) => client.query(sql)
  await run(`SET synchronous_commit = off; SET maintenance_work_mem = '1GB'`)
  await run(`
    INSERT INTO staff (id, name, username, password_hash) VALUES (${uuid('5f5f', '1')}, 'Bench', 'bench', '-');
    INSERT INTO sessions (token_hash, role, person_id, expires_at)
      VALUES (encode(sha256('${STAFF_TOKEN}'), 'hex'), 'staff', ${uuid('5f5f', '1')}, now() + interval '1 day');
    INSERT INTO staff (id, name, username, password_hash)
      SELECT ${uuid('5f5f', 'n + 1')}, 'Board ' || n, 'board' || n, '-' FROM generate_series(1, ${BOARD_STAFF}) n;
    INSERT INTO sessions (token_hash, role, person_id, expires_at)
      SELECT encode(sha256(('${boardTokens}' || n)::bytea), 'hex'), 'staff', ${uuid('5f5f', 'n + 1')}, now() + interval '1 day'
      FROM generate_series(1, ${BOARD_STAFF}) n;
    INSERT INTO files (key, purpose, type, size, sha256, is_private) VALUES ('bench-picture.webp', 'category', 'image/webp', 1, '-', false);
    INSERT INTO sections (id, name) VALUES (${uuid('5ec0', '1')}, 'Grocery');
    INSERT INTO categories (id, name, image, section_id) VALUES (${uuid('ca00', '1')}, 'Staples', 'bench-picture.webp', ${uuid('5ec0', '1')});
    INSERT INTO subcategories (id, name, image, category_id) VALUES (${uuid('5bca', '1')}, 'Rice', 'bench-picture.webp', ${uuid('ca00', '1')});
    INSERT INTO pincodes (id, pincode) VALUES (${uuid('b1b1', '1')}, '400050');
    INSERT INTO charges (id, title, amount_type, amount, maximum) VALUES (${uuid('c4a0', '1')}, 'Delivery', 'rupees', 2500, 19900)`)
  await run(`
    INSERT INTO products (id, title, subtitle, description, section_id, category_id, subcategory_id, loyalty_coins)
    SELECT ${uuid('b0b0', 'n')}, 'Product ' || n, 'Fresh', 'A product', ${uuid('5ec0', '1')}, ${uuid('ca00', '1')}, ${uuid('5bca', '1')}, 1
    FROM generate_series(1, ${size.products}) n`)
  await run(`
    INSERT INTO variants (id, product_id, quantity, unit, mrp, selling_price)
    SELECT ${uuid('fa00', 'n')}, ${uuid('b0b0', 'n')}, 500000, 'GM', 12000, 9900 FROM generate_series(1, ${size.products}) n`)
  await run(`
    INSERT INTO users (id, full_name, phone, refer_code)
    SELECT ${uuid('cc00', 'n')}, 'Customer ' || n, '+919' || lpad(((n::bigint * 7919) % 1000000000)::text, 9, '0'), 'R' || n
    FROM generate_series(1, ${size.users}) n;
    INSERT INTO wallets (user_id, coins, money) SELECT id, 1000000, 1000000000 FROM users`)
  const sessions = Array.from(
    { length: CUSTOMERS_SIGNED_IN },
    (_, n) =>
      `(encode(sha256('${customerToken(n + 1)}'), 'hex'), 'customer', ${uuid('cc00', String(n + 1))}, now() + interval '1 day')`,
  )
  await run(`INSERT INTO sessions (token_hash, role, person_id, expires_at) VALUES ${sessions.join(', ')}`)
  // The measured orders stay open, so the limits of unpaid orders would be reached.
  await run(
    'UPDATE company SET open_orders_per_customer = 1000, unpaid_per_customer = 100000000, unpaid_before_delivery = ' +
      '100000000',
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename IN ('orders', 'order_lines', 'order_history')
      AND indexname NOT IN (SELECT conname FROM pg_constraint)`)
  for (const { name } of indexes) await run(`DROP INDEX ${name}`)
  // Foreign keys are not checked: tens of millions of look-ups would dominate the seeding time. The triggers that count
  // orders stay enabled.
  await run('ALTER TABLE orders DISABLE TRIGGER ALL; ALTER TABLE orders ENABLE TRIGGER USER')
  for (let first = 1; first <= size.orders; first += AT_ONCE) {
    const some = `generate_series(${first}, ${Math.min(first + AT_ONCE - 1, size.orders)}) n`
    await run(`
      INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
        payment_status, paid_by, subtotal, charges, charges_total, total, coins, delivery_time, placed_at)
      SELECT ${uuid('0d00', 'n')}, n, 'OD' || to_char(placed, 'YYMMDD') || '-' || lpad(n::text, greatest(7, length(n::text)), '0'), u.id, u.full_name, u.phone,
        jsonb_build_object('fullName', u.full_name, 'phone', u.phone, 'houseNo', 'A-12', 'landmark', '', 'street', 'Hill Road',
          'pincode', '400050', 'city', 'Mumbai', 'state', 'Maharashtra'),
        CASE WHEN n > ${size.orders} - 60 THEN 'confirmed' WHEN n % 50 = 0 THEN 'canceled' WHEN n % 97 = 0 THEN 'dispatched' ELSE 'delivered' END,
        'cod', CASE WHEN n % 50 = 0 OR n % 97 = 0 OR n > ${size.orders} - 60 THEN 'due' ELSE 'paid' END,
        CASE WHEN n % 50 = 0 OR n % 97 = 0 OR n > ${size.orders} - 60 THEN 'none' ELSE 'cash' END, 29700, '[]', 0, 29700, 3, '10 minutes', placed
      FROM (SELECT n, now() - (${size.orders} - n) * interval '1 minute' AS placed FROM ${some}) s
      JOIN users u ON u.id = ${uuid('cc00', `(n % ${Math.ceil(size.users / 2)}) + 1`)}
      ORDER BY n`)
  }
  await run('ALTER TABLE orders ENABLE TRIGGER ALL')
  await run('SET session_replication_role = replica')
  await run(`
    INSERT INTO order_lines (order_id, line, product_id, variant_id, title, category, image, quantity_text, quantity, price, total)
    SELECT ${uuid('0d00', 'n')}, line, ${uuid('b0b0', `(n * 31 + line) % ${size.products} + 1`)}, ${uuid('fa00', `(n * 31 + line) % ${size.products} + 1`)},
      'Product', 'Staples', '', '500 GM', ${3 / lines}, 9900, ${(3 / lines) * 9900}
    FROM generate_series(1, ${size.orders}) n, generate_series(1, ${lines}) line`)
  await run(`
    INSERT INTO order_history (order_id, step, to_status, by, created_at)
    SELECT id, 1, 'confirmed', 'customer', placed_at FROM orders`)
  for (const { definition } of indexes) await run(definition)
  await run(`SELECT setval('order_numbers', ${size.orders})`)
  await run('VACUUM (ANALYZE)')
  await run('CHECKPOINT')
  await client.end()
}

/** The id of the n-th row of a kind, as computed by `uuid`. */
export const kindUuid = (kind: string, n: number) =>
  `${kind}0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const orderUuid = (n: number) => kindUuid('0d00', n)
export const customerUuid = (n: number) => kindUuid('cc00', n)
export const productUuid = (n: number) => kindUuid('b0b0', n)
export const variantUuid = (n: number) => kindUuid('fa00', n)
export const phoneOf = (n: number) => `9${String((n * 7919) % 1_000_000_000).padStart(9, '0')}`
