import { subcategories as calls } from '@kirana/contract/subcategories'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import { requireRow, rejectDuplicate } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { storing } from '../services/files/files.ts'
import { releasePictures } from '../services/catalogue/pictures.ts'
import { productUses, refuseIfUsed } from '../services/catalogue/uses.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { categories } from '../tables/categories.ts'
import { auditRows } from '../tables/journal.ts'
import { products } from '../tables/products.ts'
import { subcategories as table } from '../tables/subcategories.ts'

const taken = (name: string, category: string) =>
  `A subcategory named “${name}” already exists in the category “${category}”`

export const subcategories = serve(
  calls,
  { add: storing('subcategory'), edit: storing('subcategory') },
  {
    list: ({ db, query: { categoryId } }) =>
      db
        .select()
        .from(table)
        .where(categoryId === '' ? undefined : eq(table.categoryId, categoryId))
        .orderBy(asc(table.id)),
    add: async ({ db, body: { name, categoryId }, stored, audit }) => {
      const category = requireRow(
        await db.select().from(categories).where(eq(categories.id, categoryId)),
        'Category',
      )
      const [image = ''] = await stored.keep(db)
      const row = db.insert(table).values({ name, categoryId, image }).returning()
      const added = requireRow(await rejectDuplicate(row, taken(name, category.name)), 'Subcategory')
      audit({ object: added.id, after: { name, categoryId, image } })
    },
    edit: async ({ db, body, stored, context, request, after, audit }) => {
      const { subcategoryId, version: seen, ...changes } = body
      const row = eq(table.id, subcategoryId)
      const rows = await db
        .select({ ...getTableColumns(table), category: categories.name })
        .from(table)
        .innerJoin(categories, eq(categories.id, table.categoryId))
        .where(row)
        .for('update', { of: table })
      const { category, ...before } = requireRow(rows, 'Subcategory')
      const [image = before.image] = await stored.keep(db)
      const conflict = conflictAbout(
        db,
        'this subcategory',
        eq(auditRows.object, subcategoryId),
        () => before,
      )
      const edited = await rejectDuplicate(
        updateVersion(db, table, row, { changes: { ...changes, image }, seen, conflict }),
        taken(changes.name, category),
      )
      if (image !== before.image) await releasePictures({ db, context, request, after }, [before.image])
      const { name, isActive } = before
      audit({
        object: subcategoryId,
        before: { name, image: before.image, isActive },
        after: { ...changes, image },
      })
      return edited
    },
    remove: async ({ db, params: { id }, context, request, after, audit }) => {
      const used = await db
        .select({ name: table.name, image: table.image, ...productUses })
        .from(table)
        .leftJoin(products, eq(products.subcategoryId, table.id))
        .where(eq(table.id, id))
        .groupBy(table.id)
      const { name, image, ...uses } = requireRow(used, 'Subcategory')
      refuseIfUsed(name, uses)
      await db.delete(table).where(eq(table.id, id))
      await releasePictures({ db, context, request, after }, [image])
      audit({ object: id, before: { name, image } })
    },
  },
)
