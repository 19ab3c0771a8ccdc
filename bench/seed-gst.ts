import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { STAFF_TOKEN, uuid } from './seed.ts'

/** The financial year and the month that the documents are dated in. */
const YEAR = '26-27'
export const MONTH = '2026-10'
const FIRST = `timestamptz '${MONTH}-01 00:00:00+05:30'`
const MONTH_SECONDS = 31 * 86_400

/** Lines of an invoice; its delivery charge adds one tax row. */
const LINES = 5
/** One invoice in 40 is canceled by a credit note; one in 40 has one credited piece. */
const CANCELED = 40
const CLAIMED = 40

/** Taxable value and taxes of `paid` paise at `rate` basis points: equal halves within the State, otherwise IGST. */
const taxed = (fields: string) => `
  SELECT f.*, paid - CASE WHEN is_across THEN tax ELSE 2 * half END AS taxable,
    CASE WHEN is_across THEN 0 ELSE half END AS half_tax, CASE WHEN is_across THEN tax ELSE 0 END AS igst
  FROM (SELECT f.*, round(paid::numeric * rate / (2 * (10000 + rate)))::bigint AS half,
    round(paid::numeric * rate / (10000 + rate))::bigint AS tax FROM (${fields}) f) f`

const amounts = `'rate', rate, 'paid', paid, 'discount', 0, 'taxable', taxable, 'cgst', half_tax, 'sgst', half_tax, 'igst', igst,
  'zeroKind', CASE WHEN rate = 0 THEN (ARRAY['nil', 'exempt', 'nonGst'])[1 + n % 3] END`

/** Invoice n, with goods of 300 codes at all rates; one in `large` is above ₹1,00,000 and goes to another State. */
const documents = (large: number) => `
  SELECT n, o.id AS order_id, sum(line_paid) AS total, jsonb_build_object('orderId', o.order_id, 'orderedAt', o.placed_at,
    'paymentMethod', 'cod', 'buyer', jsonb_build_object('fullName', o.customer_name, 'phone', o.customer_phone),
    'address', o.address, 'subtotal', 0, 'discount', 0, 'couponName', '', 'referralDiscount', 0, 'roundOff', 0,
    'total', sum(line_paid) + 2500, 'title', 'Invoice-cum-Bill of Supply', 'registration', 'regular',
    'placeOfSupply', CASE WHEN is_across THEN '{"code": "29", "name": "Karnataka"}' ELSE '{"code": "27", "name": "Maharashtra"}' END::jsonb,
    'taxNames', CASE WHEN is_across THEN '["IGST"]' ELSE '["CGST", "SGST"]' END::jsonb,
    'lines', jsonb_agg(line ORDER BY position), 'charges', jsonb_build_array(jsonb_build_object('title', 'Delivery',
      'amount', 2500, 'sac', '996813', 'parts', jsonb_build_array(min(charge::text)::jsonb)))) AS document
  FROM (
    SELECT n, position, is_across, paid AS line_paid, jsonb_build_object('title', 'Product ' || code,
      'quantityText', (ARRAY['500 GM', '1 L', '1.5 Kilo', '6 PCS'])[1 + code % 4], 'quantity', 2, 'price', paid / 2,
      'total', paid, 'hsn', lpad((400 + code)::text, 4, '0'), ${amounts}) AS line
    FROM (${taxed(`
      SELECT n, position, code, (ARRAY[0, 500, 1800, 4000, 500])[1 + code % 5] AS rate, is_across,
        CASE WHEN is_large AND position = 1 THEN 12000000 ELSE 2 * (1000 + code * 37) END::bigint AS paid
      FROM (SELECT n, position, (n * 31 + position * 7) % 300 AS code, n % ${large} = 0 AS is_large,
        n % 20 = 0 OR n % ${large} = 0 AS is_across FROM batch, generate_series(1, ${LINES}) position) one`)}) t
  ) lines JOIN (
    SELECT n AS of, jsonb_build_object(${amounts}) AS charge
    FROM (${taxed(`SELECT n, 1800 AS rate, n % 20 = 0 OR n % ${large} = 0 AS is_across, 2500::bigint AS paid FROM batch`)}) t
  ) charges ON of = n JOIN orders o ON o.id = ${uuid('0d00', 'n')}
  GROUP BY n, o.id, is_across`

const credited = (of: string) =>
  `'paid', (${of}->>'paid')::bigint, 'taxable', (${of}->>'taxable')::bigint, 'cgst', (${of}->>'cgst')::bigint,
   'sgst', (${of}->>'sgst')::bigint, 'igst', (${of}->>'igst')::bigint`

/**
 * Fills the embedded database in `folder`, which a server has created and stopped, with the staff member of `STAFF_TOKEN`, a
 * registered company, and one month of `invoices` invoices with their orders, tax rows and credit notes. One invoice in
 * `large` is above ₹1,00,000 and goes to another State. Returns the numbers of tax rows, credit notes and such invoices.
 */
export async function seedMonth(folder: string, { invoices, large }: { invoices: number; large: number }) {
  const database = await PGlite.create({ dataDir: join(folder, 'cluster'), extensions: { pg_trgm } })
  const run = (sql: string) => database.exec(sql)
  await run(`
    INSERT INTO staff (id, name, username, password_hash) VALUES (${uuid('5f5f', '1')}, 'Bench', 'bench', '-');
    INSERT INTO sessions (token_hash, role, person_id, expires_at)
      VALUES (encode(sha256('${STAFF_TOKEN}'), 'hex'), 'staff', ${uuid('5f5f', '1')}, now() + interval '1 day');
    UPDATE company SET name = 'Kirana', gstin = '27AAPFU0939F1ZV', gst_registration = 'regular';
    INSERT INTO users (id, full_name, phone, refer_code)
      SELECT ${uuid('cc00', 'n')}, 'Customer ' || n, '+919' || lpad(n::text, 9, '0'), 'R' || n FROM generate_series(1, 1000) n;
    INSERT INTO invoice_series (year, last) VALUES ('${YEAR}', ${invoices});
    INSERT INTO credit_note_series (year, last) VALUES ('${YEAR}', 0)`)
  await run(`
    INSERT INTO orders (id, number, order_id, user_id, customer_name, customer_phone, address, status, payment_method,
      payment_status, paid_by, subtotal, charges, charges_total, total, coins, delivery_time, placed_at)
    SELECT ${uuid('0d00', 'n')}, n, 'OD261001-' || lpad(n::text, 7, '0'), u.id, u.full_name, u.phone,
      jsonb_build_object('fullName', u.full_name, 'phone', u.phone, 'houseNo', 'A-12', 'landmark', '', 'street', 'Hill Road',
        'pincode', '400050', 'city', 'Mumbai', 'state', 'Maharashtra'),
      'delivered', 'cod', 'paid', 'cash', 0, '[]', 0, 0, 0, '10 minutes', ${FIRST} + (n - 1) * interval '${MONTH_SECONDS / invoices} seconds'
    FROM generate_series(1, ${invoices}) n JOIN users u ON u.id = ${uuid('cc00', 'n % 1000 + 1')};
    SELECT setval('order_numbers', ${invoices})`)
  const BATCH = 5_000
  // Disables the triggers, as a copy of a store does, because one statement writes the tax rows much faster than a
  // trigger for each invoice.
  await run(`SET kirana.is_copy = 'yes'`)
  for (let first = 1; first <= invoices; first += BATCH) {
    const last = Math.min(invoices, first + BATCH - 1)
    await run(`
      WITH batch AS (SELECT n FROM generate_series(${first}, ${last}) n)
      INSERT INTO invoices (id, order_id, year, number, seller, document, created_at)
      SELECT ${uuid('1a00', 'n')}, order_id, '${YEAR}', n, '{"name": "Kirana", "address": "Mumbai", "gstin": "27AAPFU0939F1ZV",
        "email": "", "contact": "", "website": ""}', document, ${FIRST} + (n - 1) * interval '${MONTH_SECONDS / invoices} seconds'
      FROM (${documents(large)}) d`)
    process.stdout.write('.')
  }
  await run(`
    RESET kirana.is_copy;
    INSERT INTO tax_rows (document_id, position, invoice_id, is_note, day, place, supply, title, hsn, rate, zero_kind, unit,
      quantity, paid, taxable, cgst, sgst, igst)
    SELECT i.id, r.position, i.id, false, kolkata_day(i.created_at), i.document #>> '{placeOfSupply,code}',
      supply_kind(i.document, i.seller), r.title, r.hsn, r.rate, r.zero_kind, r.unit, r.quantity, r.paid, r.taxable, r.cgst,
      r.sgst, r.igst
    FROM invoices i, document_tax_rows(i.document) r;
    INSERT INTO credit_notes (id, invoice_id, year, number, reason, amount, rows, created_at)
    SELECT ${uuid('cd00', 'i.number')}, i.id, '${YEAR}', row_number() OVER (ORDER BY i.number), 'Claim CL-000001',
      (i.document #>> '{lines,0,paid}')::bigint / 2 * 2, jsonb_build_array(jsonb_build_object(${credited(`(i.document #> '{lines,0}')`)})) || (
        SELECT jsonb_agg('{"paid": 0, "taxable": 0, "cgst": 0, "sgst": 0, "igst": 0}'::jsonb) FROM generate_series(1, ${LINES})),
      i.created_at + interval '1 minute'
    FROM invoices i WHERE i.number % ${CLAIMED} = 7;
    INSERT INTO credit_notes (id, invoice_id, year, number, reason, created_at)
    SELECT ${uuid('cd01', 'i.number')}, i.id, '${YEAR}', (SELECT count(*) FROM credit_notes) + row_number() OVER (ORDER BY i.number),
      'Order canceled', i.created_at + interval '1 minute'
    FROM invoices i WHERE i.number % ${CANCELED} = 11 OR i.number % ${large * 2} = 0`)
  await run('VACUUM (ANALYZE)')
  await run('CHECKPOINT')
  const { rows } = await database.query<{ taxRows: number; notes: number; large: number }>(`
    SELECT (SELECT count(*) FROM tax_rows)::int AS "taxRows", (SELECT count(*) FROM credit_notes)::int AS notes,
      (SELECT count(DISTINCT document_id) FROM tax_rows WHERE supply = 'large' AND NOT is_note)::int AS large`)
  await database.close()
  const [counts] = rows
  if (!counts) throw new Error('No counts')
  return counts
}
