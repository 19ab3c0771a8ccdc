import type { MissingName, SheetChange, SheetError } from '@kirana/contract/product-files'
import type { products } from '@kirana/contract/products'
import type { VariantPrices } from '@kirana/domain/price'
import type { Unit } from '@kirana/domain/vocabulary'
import type * as z from 'zod/mini'
import type { ExportedProduct } from '../services/catalogue/export.ts'
import type { ProductFileCells } from './product-columns.ts'

export type StoredVariant = ExportedProduct['variants'][number]
/** A variant to add, or to change if `stored` is set. */
type FileVariant = VariantPrices & { stored: StoredVariant | null; quantity: number; unit: Unit }
type Fields = z.output<typeof products.add.body> & { isActive: boolean }

/** The rows of one product. If any row has an error, none of them is imported. */
export type ProductGroup = {
  /** The first row of the product. */
  row: number
  rows: number[]
  title: string
  stored: ExportedProduct | null
  /** The product's own fields; null if those of an existing product do not change. */
  fields: Fields | null
  variants: FileVariant[]
  changes: SheetChange[]
  errors: SheetError[]
  /** The cells of the first row, with stored values for missing columns. */
  cells: ProductFileCells
  /** The row of each variant's id. */
  variantRows: Map<string, number>
}
export type ProductFile = { groups: ProductGroup[]; errors: SheetError[]; missing: MissingName[] }
/** The result for a file that cannot be read, with the reasons. */
export const unread = (errors: SheetError[]): ProductFile => ({ groups: [], errors, missing: [] })

type Kind = 'new' | 'changed' | 'unchanged' | 'wrong'
const kindOf = ({ errors, stored, fields, variants }: ProductGroup): Kind => {
  if (errors.length > 0) return 'wrong'
  if (!stored) return 'new'
  return fields || variants.length > 0 ? 'changed' : 'unchanged'
}
const ofKind = (groups: readonly ProductGroup[], kind: Kind) =>
  groups.filter((group) => kindOf(group) === kind)

/** The products to add, with all their variants. */
export const newProducts = (groups: readonly ProductGroup[]) =>
  ofKind(groups, 'new').flatMap(({ row, fields, variants }) =>
    fields ? [{ ...fields, row, variants: variants.map(({ stored: _, ...variant }) => variant) }] : [],
  )
export type NewProduct = ReturnType<typeof newProducts>[number]

/** The existing products that change. */
export const changedProducts = (groups: readonly ProductGroup[]) =>
  ofKind(groups, 'changed').flatMap(({ stored, fields, variants }) =>
    stored ? [{ stored, fields, variants }] : [],
  )

/** The counts of a check and of an import. */
export function countsOf({ groups }: ProductFile) {
  const added = newProducts(groups)
  const more = changedProducts(groups).flatMap(({ variants }) => variants.filter(({ stored }) => !stored))
  return {
    products: added.length,
    variants: added.reduce((sum, { variants }) => sum + variants.length, 0) + more.length,
    changed: ofKind(groups, 'changed').length,
    unchanged: ofKind(groups, 'unchanged').length,
    wrong: ofKind(groups, 'wrong').length,
  }
}

/** The result of the import and the stored versions as a text. It differs once the product has changed. */
export function stateOf(group: ProductGroup) {
  const versions = group.stored?.variants.map(({ id, version }) => `${id} ${version}`) ?? []
  return [kindOf(group), group.stored?.version ?? '', ...versions].join('\n')
}
