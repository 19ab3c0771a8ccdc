import { formatRupees } from '@kirana/domain/money'
import { formatPhone } from '@kirana/domain/phone'
import type { Name, Wanted } from '@kirana/domain/audit-kinds'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { categories } from '../../tables/categories.ts'
import { claims } from '../../tables/claims.ts'
import { charges } from '../../tables/charges.ts'
import { coupons } from '../../tables/coupons.ts'
import { files } from '../../tables/files.ts'
import { auditRows } from '../../tables/journal.ts'
import { keywords } from '../../tables/keywords.ts'
import { manualOrders } from '../../tables/manual-orders.ts'
import { orders } from '../../tables/orders.ts'
import { payments, refunds } from '../../tables/payments.ts'
import { staff, staffRoles, superadmins } from '../../tables/people.ts'
import { pincodes } from '../../tables/pincodes.ts'
import { products } from '../../tables/products.ts'
import { releases } from '../../tables/releases.ts'
import { riders } from '../../tables/riders.ts'
import { sections } from '../../tables/sections.ts'
import { subcategories } from '../../tables/subcategories.ts'
import { users } from '../../tables/users.ts'
import { videos } from '../../tables/videos.ts'
import { withdrawals } from '../../tables/withdrawals.ts'

type Kind = Wanted['kind']

/** Selects id and name of the objects with these ids, and the amount in paise if the name contains one. */
type Source = (ids: string[]) => SQL

const customer = sql`coalesce(nullif(u.full_name, ''), u.phone)`

const sources: Partial<Record<Kind, Source>> = {
  product: (ids) =>
    sql`${products.id}::text, ${products.title}, NULL::float8, ${products.archivedAt} IS NOT NULL FROM ${products} WHERE ${inArray(products.id, ids)}`,
  video: (ids) =>
    sql`${videos.id}::text, coalesce(nullif(${videos.fullName}, ''), ${videos.about}), NULL::float8, false FROM ${videos} WHERE ${inArray(videos.id, ids)}`,
  section: (ids) =>
    sql`${sections.id}::text, ${sections.name}, NULL::float8, false FROM ${sections} WHERE ${inArray(sections.id, ids)}`,
  category: (ids) =>
    sql`${categories.id}::text, ${categories.name}, NULL::float8, false FROM ${categories} WHERE ${inArray(categories.id, ids)}`,
  subcategory: (ids) =>
    sql`${subcategories.id}::text, ${subcategories.name}, NULL::float8, false FROM ${subcategories} WHERE ${inArray(subcategories.id, ids)}`,
  keyword: (ids) =>
    sql`${keywords.id}::text, ${keywords.name}, NULL::float8, false FROM ${keywords} WHERE ${inArray(keywords.id, ids)}`,
  pincode: (ids) =>
    sql`${pincodes.id}::text, ${pincodes.pincode}, NULL::float8, false FROM ${pincodes} WHERE ${inArray(pincodes.id, ids)}`,
  coupon: (ids) =>
    sql`${coupons.id}::text, ${coupons.name}, NULL::float8, false FROM ${coupons} WHERE ${inArray(coupons.id, ids)}`,
  charge: (ids) =>
    sql`${charges.id}::text, ${charges.title}, NULL::float8, false FROM ${charges} WHERE ${inArray(charges.id, ids)}`,
  release: (ids) =>
    sql`${releases.id}::text, ${releases.versionName}, NULL::float8, false FROM ${releases} WHERE ${inArray(releases.id, ids)}`,
  order: (ids) =>
    sql`${orders.id}::text, ${orders.orderId}, NULL::float8, false FROM ${orders} WHERE ${inArray(orders.id, ids)}`,
  claim: (ids) =>
    sql`c.id::text, 'CL-' || lpad(c.number::text, 6, '0'), NULL::float8, false FROM ${claims} c WHERE c.id IN ${ids}`,
  manualOrder: (ids) =>
    sql`m.id::text, ${customer}, NULL::float8, false FROM ${manualOrders} m JOIN ${users} u ON u.id = m.user_id WHERE m.id IN ${ids}`,
  payment: (ids) =>
    sql`${payments.id}::text, '', ${payments.amount}::float8, false FROM ${payments} WHERE ${inArray(payments.id, ids)}`,
  refund: (ids) =>
    sql`${refunds.id}::text, '', ${refunds.amount}::float8, false FROM ${refunds} WHERE ${inArray(refunds.id, ids)}`,
  customer: (ids) => sql`u.id::text, ${customer}, NULL::float8, false FROM ${users} u WHERE u.id IN ${ids}`,
  withdrawal: (ids) =>
    sql`w.id::text, ${customer}, w.amount::float8, false FROM ${withdrawals} w JOIN ${users} u ON u.id = w.user_id WHERE w.id IN ${ids}`,
  staff: (ids) =>
    sql`${staff.id}::text, ${staff.name}, NULL::float8, false FROM ${staff} WHERE ${inArray(staff.id, ids)}`,
  rider: (ids) =>
    sql`${riders.id}::text, ${riders.name}, NULL::float8, false FROM ${riders} WHERE ${inArray(riders.id, ids)}`,
  role: (ids) =>
    sql`${staffRoles.id}::text, ${staffRoles.name}, NULL::float8, false FROM ${staffRoles} WHERE ${inArray(staffRoles.id, ids)}`,
  superadmin: (ids) =>
    sql`${superadmins.id}::text, ${superadmins.username}, NULL::float8, false FROM ${superadmins} WHERE ${inArray(superadmins.id, ids)}`,
}

/** The calls that delete objects. The deleted object, with its name, is in `before`. */
const deletions: Partial<Record<Kind, string>> = {
  product: 'products.remove',
  video: 'videos.remove',
  section: 'sections.remove',
  category: 'categories.remove',
  subcategory: 'subcategories.remove',
  keyword: 'keywords.remove',
  pincode: 'pincodes.remove',
  coupon: 'coupons.remove',
  charge: 'charges.remove',
  release: 'releases.remove',
  role: 'roles.remove',
}
const nameBefore = sql.join(
  ['title', 'name', 'pincode', 'versionName', 'fullName', 'about'].map(
    (field) => sql`nullif(${auditRows.before}->>${sql.raw(`'${field}'`)}, '')`,
  ),
  sql`, `,
)

const foundRow = z.strictObject({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  amount: z.nullable(z.number()),
  isDeleted: z.boolean(),
})

const nameOf = (name: string, amount: number | null) => {
  const known = formatPhone(name)
  return amount === null ? known : [formatRupees(amount), known].filter(Boolean).join(' for ')
}

/**
 * The names of objects, also of deleted ones, in one statement on primary keys and the audit log's index of objects, or
 * without a statement if `wanted` is empty. Unknown ids are missing in the result.
 */
export async function findNames(db: Db, wanted: readonly Wanted[]): Promise<Map<string, Name>> {
  const idsOf = Map.groupBy(
    wanted.filter(({ kind, id }) => kind === 'file' || validate(id)),
    ({ kind }) => kind,
  )
  const parts: SQL[] = []
  for (const [kind, group] of idsOf) {
    const ids = group.map(({ id }) => id)
    const source = sources[kind]
    if (source) parts.push(sql`SELECT ${kind}::text AS kind, ${source(ids)}`)
    if (kind === 'file')
      parts.push(
        sql`SELECT 'file', ${files.key}, '', NULL::float8, false FROM ${files} WHERE ${inArray(files.key, ids)}`,
      )
    const deletion = deletions[kind]
    if (deletion)
      parts.push(
        sql`SELECT ${kind}::text, ${auditRows.object}, coalesce(${nameBefore}, ''), NULL::float8, true FROM ${auditRows}
          WHERE ${and(inArray(auditRows.object, ids), sql`${auditRows.call} = ${deletion}`)}`,
      )
  }
  const names = new Map<string, Name>()
  if (parts.length === 0) return names
  const rows = await rowsOf(db, foundRow).execute(
    sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) AS found (kind, id, name, amount, "isDeleted")`,
  )
  for (const { kind, id, name, amount, isDeleted } of rows) {
    const key = `${kind} ${id}`
    const text = nameOf(name, amount)
    if (!names.has(key) && (kind === 'file' || text !== '')) names.set(key, { text, isDeleted })
  }
  return names
}
