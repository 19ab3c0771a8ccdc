import { searchDigits } from '@kirana/domain/phone'
import { type SQL, sql } from 'drizzle-orm'
import { containing, containingPhone, isIndexed, phonePart } from '../shared/pages.ts'

/** A search covers only this many of the newest objects of a kind; a longer text finds older ones. */
const most = sql.raw('50')

/** Ids of the orders whose number or phone contains the text. */
function ordersWith(search: string): SQL {
  const digits = searchDigits(search)
  const byPhone = digits !== null && digits !== search && isIndexed(digits)
  const text = containing(sql`o.search`, search)
  return sql`SELECT o.id FROM orders o
    WHERE ${byPhone ? sql`(${text} OR ${containing(sql`o.search`, digits)})` : text} ORDER BY o.id DESC LIMIT ${most}`
}

function customersWith(search: string): SQL {
  const name = containing(sql`lower(u.full_name)`, search)
  const isPhone = /\d/.test(search) && isIndexed(phonePart(search))
  return sql`SELECT u.id FROM users u
    WHERE ${isPhone ? sql`(${name} OR ${containingPhone(sql`u.phone`, search)})` : name} ORDER BY u.id DESC LIMIT ${most}`
}

/**
 * Common table expressions with the ids that a text of 3 characters or more finds: orders by number and phone, with
 * their payments; customers by phone and name, with their withdrawals and photo orders; staff, products and coupons by
 * name. Each kind is found by an index or in a small table. `is_person`: the id may also be the person who made the
 * change.
 */
export const objectsWith = (search: string) => sql`
  found_orders AS MATERIALIZED (${ordersWith(search)}),
  found_customers AS MATERIALIZED (${customersWith(search)}),
  found (id, is_person) AS MATERIALIZED (
    SELECT id, false FROM found_orders
    UNION ALL SELECT p.id, false FROM found_orders f JOIN payments p ON p.order_id = f.id
    UNION ALL SELECT id, true FROM found_customers
    UNION ALL SELECT w.id, false FROM found_customers f JOIN withdrawals w ON w.user_id = f.id
    UNION ALL SELECT m.id, false FROM found_customers f JOIN manual_orders m ON m.user_id = f.id
    UNION ALL SELECT s.id, true FROM staff s WHERE ${containing(sql`lower(s.name)`, search)}
    UNION ALL (
      SELECT p.id, false FROM products p WHERE ${containing(sql`lower(p.title)`, search)} ORDER BY p.id DESC LIMIT ${most})
    UNION ALL SELECT c.id, false FROM coupons c WHERE ${containing(sql`lower(c.name)`, search)}
  )`
