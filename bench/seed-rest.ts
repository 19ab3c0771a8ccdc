import pg from 'pg'
import { SUPERADMIN_TOKEN, uuid } from './seed.ts'

/** Adds the rows that `seed` leaves out, in the amounts of a store that is some years old. */
export async function seedRest(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    INSERT INTO sessions (token_hash, role, person_id, expires_at)
      SELECT encode(sha256('${SUPERADMIN_TOKEN}'), 'hex'), 'superadmin', id, now() + interval '1 day' FROM superadmins;
    INSERT INTO keywords (id, name) SELECT ${uuid('4e40', 'n')}, 'keyword ' || lpad(to_hex(n), 6, '0') FROM generate_series(1, 300) n;
    INSERT INTO pincodes (id, pincode) SELECT ${uuid('b1b2', 'n')}, (400100 + n)::text FROM generate_series(1, 400) n;
    INSERT INTO coupons (id, name, amount_type, amount, days, expire_at)
      SELECT ${uuid('c0c0', 'n')}, 'SAVE' || n, 'rupees', 1000, 30, now() + interval '30 days' FROM generate_series(1, 40) n;
    INSERT INTO subcategories (id, name, image, category_id)
      SELECT ${uuid('5bcb', 'n')}, 'Kind ' || n, 'bench-picture.webp', id FROM categories, generate_series(1, 60) n;
    INSERT INTO manual_orders (id, user_id, status, photos)
      SELECT ${uuid('3a00', 'n')}, ${uuid('cc00', 'n % 1000 + 1')}, CASE WHEN n > 1900 THEN 'waiting' ELSE 'delivered' END, '{bench-picture.webp}'
      FROM generate_series(1, 2000) n;
    INSERT INTO contact_messages (id, name, phone, message)
      SELECT ${uuid('c7c7', 'n')}, 'Meera', '9800000001', repeat('Where is my order? ', 10) FROM generate_series(1, 300) n;
    INSERT INTO withdrawals (id, user_id, amount, upi_id)
      SELECT ${uuid('3d00', 'n')}, ${uuid('cc00', 'n % 1000 + 1')}, 5000, 'meera@upi' FROM generate_series(1, 300) n;
    INSERT INTO ledger_transactions (key, kind, user_id, by)
      SELECT 'bench:' || n, 'staff-coins', ${uuid('cc00', 'n % 1000 + 1')}, 'Asha (staff)' FROM generate_series(1, 30000) n;
    INSERT INTO ledger_entries (transaction_id, line, account, user_id, amount)
      SELECT id, line, account, CASE line WHEN 1 THEN user_id END, CASE line WHEN 1 THEN 5 ELSE -5 END
      FROM ledger_transactions, (VALUES (1, 'customer:coins'), (2, 'store:coins')) sides (line, account) WHERE key LIKE 'bench:%';
    INSERT INTO audit_rows (id, created_at, request_id, role, person_id, person, call, object)
      SELECT ${uuid('a0d1', 'n')}, now() - (100000 - n) * interval '1 minute', 'bench', 'staff', s.id, 'Bench', 'orders.changeStatus', ${uuid('0d00', 'n')}
      FROM staff s, generate_series(1, 100000) n;
    UPDATE orders SET referrer_id = ${uuid('cc00', '1')} WHERE number % 50 = 1`)
  await client.query('VACUUM (ANALYZE)')
  await client.end()
}
