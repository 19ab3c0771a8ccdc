import { sections as calls } from '@kirana/contract/sections'
import { asc, eq, sql } from 'drizzle-orm'
import { requireRow, rejectDuplicate } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { productUses, refuseIfUsed } from '../services/catalogue/uses.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { categories } from '../tables/categories.ts'
import { auditRows } from '../tables/journal.ts'
import { products } from '../tables/products.ts'
import { sections as table } from '../tables/sections.ts'

const taken = (name: string) => `A section named “${name}” already exists`

export const sections = serve(calls, {
  list: ({ db }) => db.select().from(table).orderBy(asc(table.id)),
  add: async ({ db, params: { name }, audit }) => {
    const added = requireRow(
      await rejectDuplicate(db.insert(table).values({ name }).returning(), taken(name)),
      'Section',
    )
    audit({ object: added.id, after: { name } })
  },
  edit: async ({ db, body: { sectionId, version: seen, name }, audit }) => {
    const section = eq(table.id, sectionId)
    const before = requireRow(await db.select().from(table).where(section).for('update'), 'Section')
    const conflict = conflictAbout(db, 'this section', eq(auditRows.object, sectionId), () => before)
    audit({ object: sectionId, before: { name: before.name }, after: { name } })
    return rejectDuplicate(
      updateVersion(db, table, section, { changes: { name }, seen, conflict }),
      taken(name),
    )
  },
  remove: async ({ db, params: { id }, audit }) => {
    const used = await db
      .select({
        name: table.name,
        categories: sql<number>`(SELECT count(*)::int FROM ${categories} WHERE ${eq(categories.sectionId, table.id)})`,
        ...productUses,
      })
      .from(table)
      .leftJoin(products, eq(products.sectionId, table.id))
      .where(eq(table.id, id))
      .groupBy(table.id)
    const { name, ...uses } = requireRow(used, 'Section')
    refuseIfUsed(name, uses)
    await db.delete(table).where(eq(table.id, id))
    audit({ object: id, before: { name } })
  },
})
