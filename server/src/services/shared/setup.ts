import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'

/** SQL for the steps of the checklist whose state is in the database. */
const stored = {
  // A store below the threshold of GST has no GST number.
  company: sql`EXISTS (SELECT FROM company WHERE name <> '' AND address <> ''
    AND (gstin <> '' OR gst_registration = 'unregistered'))`,
  fssai: sql`EXISTS (SELECT FROM company WHERE fssai <> '')`,
  staff: sql`EXISTS (SELECT FROM staff WHERE is_active)`,
  pincodes: sql`EXISTS (SELECT FROM pincodes WHERE is_active)`,
  section: sql`EXISTS (SELECT FROM sections)`,
  category: sql`EXISTS (SELECT FROM categories WHERE is_active)`,
  subcategory: sql`EXISTS (SELECT FROM subcategories WHERE is_active)`,
  product: sql`EXISTS (SELECT FROM products p WHERE p.is_active AND p.archived_at IS NULL
    AND EXISTS (SELECT FROM variants WHERE product_id = p.id)
    AND EXISTS (SELECT FROM product_images WHERE product_id = p.id))`,
  charges: sql`EXISTS (SELECT FROM charges)`,
  order: sql`EXISTS (SELECT FROM orders)`,
}
export type StoredStep = keyof typeof stored

/** Optional steps: done, not done, or null if the step is not suggested. */
const optional = {
  'second-factor': sql`EXISTS (SELECT FROM second_factors WHERE role = 'superadmin')`,
  'second-person': sql`(SELECT CASE WHEN second_person OR 2 <= (
    SELECT count(*) FROM staff s JOIN staff_roles r ON r.id = s.role_id
    WHERE s.is_active AND (r.permissions IS NULL OR r.permissions @> '["approvals"]')) THEN second_person END FROM company)`,
}
export type OptionalStep = keyof typeof optional

/** The values of these steps by name, as a JSON object. */
const states = (steps: Record<string, SQL>) =>
  sql`json_build_object(${sql.join(
    Object.entries(steps).flatMap(([name, done]) => [sql.raw(`'${name}'`), done]),
    sql`, `,
  )})`

type HiddenFor = 'staff' | 'superadmin'
const hiddenColumns = { staff: sql`hidden_for_staff_at`, superadmin: sql`hidden_for_superadmin_at` }

const isHidden = (role: HiddenFor) => sql`EXISTS (SELECT FROM setup WHERE ${hiddenColumns[role]} IS NOT NULL)`

/** SQL for whether the checklist is shown to `role`. `isConfigured`: whether the steps in the environment are done. */
export const isSettingUp = (role: HiddenFor, isConfigured: boolean): SQL =>
  sql`(NOT ${isHidden(role)} AND NOT (${isConfigured}::boolean AND ${sql.join(Object.values(stored), sql` AND `)}))`

/** SQL for the content of the checklist, as a JSON object; `isHidden` if `role` has hidden it. */
export const setupState = (role: HiddenFor): SQL => sql`json_build_object('isHidden', ${isHidden(role)},
  'done', ${states(stored)}, 'optional', ${role === 'superadmin' ? states(optional) : sql`'{}'::json`},
  'firstCategory', (SELECT json_build_object('_id', id, 'name', name) FROM categories WHERE is_active ORDER BY id LIMIT 1),
  'unfinishedProduct', (SELECT id FROM products WHERE archived_at IS NULL ORDER BY id LIMIT 1))`

/** The value of `setupState`. */
export const SetupState = z.strictObject({
  isHidden: z.boolean(),
  done: z.record(z.enum(Object.keys(stored) as StoredStep[]), z.boolean()),
  optional: z.partialRecord(z.enum(Object.keys(optional) as OptionalStep[]), z.nullable(z.boolean())),
  firstCategory: z.nullable(z.strictObject({ _id: z.string(), name: z.string() })),
  unfinishedProduct: z.nullable(z.string()),
})
