import { counted } from '@kirana/domain/count'
import { keywords as calls } from '@kirana/contract/keywords'
import { and, asc, count, eq, inArray, isNotNull, isNull, min, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { requireRow, HttpError, rejectDuplicate } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { conflictAbout, updateVersion } from '../services/shared/versions.ts'
import { auditRows } from '../tables/journal.ts'
import { keywords as table } from '../tables/keywords.ts'
import { productKeywords, products } from '../tables/products.ts'

const exists = (name: string) => `The keyward “${name}” already exists`

const { name } = table
const locked = async (db: Db, id: string) =>
  requireRow(await db.select().from(table).where(eq(table.id, id)).for('update'), 'Keyward')

export const keywords = serve(calls, {
  list: ({ db }) =>
    db
      .select()
      .from(table)
      .orderBy(asc(sql`lower(${name})`)),
  add: async ({ db, body, audit }) => {
    const rows = await rejectDuplicate(db.insert(table).values(body).returning(), exists(body.name))
    const { id } = requireRow(rows, 'Keyward')
    audit({ object: id, after: body })
    return { id }
  },
  edit: async ({ db, body: { keywordId, version: seen, ...changes }, audit }) => {
    const before = await locked(db, keywordId)
    audit({ object: keywordId, before, after: changes })
    const conflict = conflictAbout(db, 'this keyward', eq(auditRows.object, keywordId), () => before)
    return rejectDuplicate(
      updateVersion(db, table, eq(table.id, keywordId), { changes, seen, conflict }),
      exists(changes.name),
    )
  },
  remove: async ({ db, params: { id }, audit }) => {
    const before = await locked(db, id)
    await refuseInUse(db, id, before.name)
    const archived = db.select({ id: products.id }).from(products).where(isNotNull(products.archivedAt))
    await db
      .delete(productKeywords)
      .where(and(eq(productKeywords.keywordId, id), inArray(productKeywords.productId, archived)))
    await db.delete(table).where(eq(table.id, id))
    audit({ object: id, before })
  },
})

/** Rejects deleting a keyword of products that are not archived. @throws HttpError 409 */
async function refuseInUse(db: Db, id: string, name: string) {
  const [use] = await db
    .select({ products: count(), one: min(products.title) })
    .from(productKeywords)
    .innerJoin(products, eq(products.id, productKeywords.productId))
    .where(and(eq(productKeywords.keywordId, id), isNull(products.archivedAt)))
  if (!use?.products) return
  const others = use.products - 1
  const more = others === 0 ? '' : ` and ${counted(others, 'more product')}`
  throw new HttpError(409, `The keyward “${name}” is used by “${use.one}”${more}`)
}
