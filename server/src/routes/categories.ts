import { categories as calls } from '@kirana/contract/categories'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow, rejectDuplicate } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { storing } from '../services/files/files.ts'
import { releasePictures } from '../services/catalogue/pictures.ts'
import { productUses, refuseIfUsed } from '../services/catalogue/uses.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { categories as table } from '../tables/categories.ts'
import { auditRows } from '../tables/journal.ts'
import { products } from '../tables/products.ts'
import { sections } from '../tables/sections.ts'
import { subcategories } from '../tables/subcategories.ts'

const sectionOf = async (db: Db, id: string) =>
  requireRow(await db.select().from(sections).where(eq(sections.id, id)), 'Section')
const taken = (name: string, section: string) =>
  `A category named “${name}” already exists in the section “${section}”`

export const categories = serve(
  calls,
  { add: storing('category'), edit: storing('category') },
  {
    list: ({ db, query: { sectionId, isGetAll } }) =>
      db
        .select({
          id: table.id,
          name: table.name,
          image: table.image,
          section: { name: sections.name },
          sectionId: table.sectionId,
          isActive: table.isActive,
          version: table.version,
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
    add: async ({ db, body: { name, sectionId }, stored, audit }) => {
      const section = await sectionOf(db, sectionId)
      const [image = ''] = await stored.keep(db)
      const row = db.insert(table).values({ name, sectionId, image }).returning()
      const added = requireRow(await rejectDuplicate(row, taken(name, section.name)), 'Category')
      audit({ object: added.id, after: { name, sectionId, image } })
    },
    edit: async ({ db, body, stored, context, request, after, audit }) => {
      const { categoryId, version: seen, ...changes } = body
      const row = eq(table.id, categoryId)
      const before = requireRow(await db.select().from(table).where(row).for('update'), 'Category')
      const section = await sectionOf(db, changes.sectionId)
      const [image = before.image] = await stored.keep(db)
      const conflict = conflictAbout(db, 'this category', eq(auditRows.object, categoryId), async () => ({
        ...before,
        section: await sectionOf(db, before.sectionId),
      }))
      const edited = await rejectDuplicate(
        updateVersion(db, table, row, { changes: { ...changes, image }, seen, conflict }),
        taken(changes.name, section.name),
      )
      // A product is always in the section of its category.
      if (section.id !== before.sectionId)
        await db.update(products).set({ sectionId: section.id }).where(eq(products.categoryId, categoryId))
      if (image !== before.image) await releasePictures({ db, context, request, after }, [before.image])
      audit({ object: categoryId, before, after: { ...changes, image } })
      return edited
    },
    remove: async ({ db, params: { id }, context, request, after, audit }) => {
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
      const { name, image, ...uses } = requireRow(used, 'Category')
      refuseIfUsed(name, uses)
      await db.delete(table).where(eq(table.id, id))
      await releasePictures({ db, context, request, after }, [image])
      audit({ object: id, before: { name, image } })
    },
  },
)
