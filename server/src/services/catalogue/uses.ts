import { isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { HttpError } from '../../errors.ts'
import { products } from '../../tables/products.ts'

const counted = (which: SQL) => sql<number>`count(${products.id}) FILTER (WHERE ${which})::int`

/** Columns that count the joined products: visible ones, and deleted ones that orders still reference. */
export const productUses = {
  products: counted(isNull(products.archivedAt)),
  archived: counted(isNotNull(products.archivedAt)),
}

const words = {
  categories: ['category', 'categories'],
  subcategories: ['subcategory', 'subcategories'],
  products: ['product', 'products'],
  archived: ['deleted product that was ordered', 'deleted products that were ordered'],
} as const

/**
 * Rejects deleting an object that is in use.
 * @throws HttpError 409 '“Fruits” is used by 2 categories and 1 product'
 * @see domain rules, Catalogue
 */
export function refuseIfUsed(name: string, uses: { [K in keyof typeof words]?: number }) {
  const by = Object.entries(words).flatMap(([what, [one, many]]) => {
    const count = uses[what as keyof typeof words] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  if (by.length === 0) return
  throw new HttpError(409, `“${name}” is used by ${new Intl.ListFormat('en-IN').format(by)}`)
}
