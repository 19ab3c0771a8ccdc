import { categories as calls } from '@kirana/contract/categories'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { found, unlessTaken } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { keep } from '../services/files.ts'
import { letGo } from '../services/pictures.ts'
import { productUses, refuseIfUsed } from '../services/uses.ts'
import { categories as table } from '../tables/categories.ts'
import { products } from '../tables/products.ts'
import { sections } from '../tables/sections.ts'
import { subcategories } from '../tables/subcategories.ts'

const sectionOf = async (db: Db, id: string) =>
  found(await db.select().from(sections).where(eq(sections.id, id)), 'Section')
const taken = (name: string, section: string) =>
  `A category named “${name}” exists already in the section “${section}”`

export const categories = serve(calls, {
  list: ({ db, query: { sectionId, isGetAll } }) =>
    db
      .select({
        id: table.id,
        name: table.name,
        image: table.image,
        section: { name: sections.name },
        sectionId: table.sectionId,
        isActive: table.isActive,
      })
      .from(table)
      .innerJoin(sections, eq(sections.id, table.sectionId))
      .where(
        and(
          sectionId === '' ? undefined : eq(table.sectionId, sectionId),
          isGetAll ? undefined : eq(table.isActive, true),
        ),
      )
      .orderBy(asc(table.id)),
  add: async ({ db, body: { name, sectionId }, files, kit, audit }) => {
    const section = await sectionOf(db, sectionId)
    const [image = ''] = await keep(db, kit.files, files, { purpose: 'category' })
    const row = db.insert(table).values({ name, sectionId, image }).returning()
    const added = found(await unlessTaken(row, taken(name, section.name)), 'Category')
    audit({ object: added.id, after: { name, sectionId, image } })
  },
  edit: async ({ db, body: { categoryId, ...changes }, files, kit, after, audit }) => {
    const before = found(
      await db.select().from(table).where(eq(table.id, categoryId)).for('update'),
      'Category',
    )
    const section = await sectionOf(db, changes.sectionId)
    const [image = before.image] = await keep(db, kit.files, files, { purpose: 'category' })
    const edited = db
      .update(table)
      .set({ ...changes, image })
      .where(eq(table.id, categoryId))
    await unlessTaken(edited, taken(changes.name, section.name))
    // A product stands in the section of its category.
    if (section.id !== before.sectionId)
      await db.update(products).set({ sectionId: section.id }).where(eq(products.categoryId, categoryId))
    if (image !== before.image) await letGo({ db, kit, after }, [before.image])
    audit({ object: categoryId, before, after: { ...changes, image } })
  },
  remove: async ({ db, params: { id }, kit, after, audit }) => {
    const used = await db
      .select({
        name: table.name,
        image: table.image,
        subcategories: sql<number>`(SELECT count(*)::int FROM ${subcategories} WHERE ${eq(subcategories.categoryId, table.id)})`,
        ...productUses,
      })
      .from(table)
      .leftJoin(products, eq(products.categoryId, table.id))
      .where(eq(table.id, id))
      .groupBy(table.id)
    const { name, image, ...uses } = found(used, 'Category')
    refuseIfUsed(name, uses)
    await db.delete(table).where(eq(table.id, id))
    await letGo({ db, kit, after }, [image])
    audit({ object: id, before: { name, image } })
  },
})
