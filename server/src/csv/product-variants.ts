import { type Variant, variants } from '@kirana/contract/variants'
import { withSpecialPrice } from '@kirana/domain/price'
import type { Unit } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { saysSame } from './kinds.ts'
import {
  columns,
  ofVariant,
  type ProductFileCells,
  type VariantColumn,
  variantCells,
} from './product-columns.ts'
import type { ProductGroup, StoredVariant } from './product-group.ts'
import { idError } from './product-rows.ts'
import { type Report, reportIssues } from './sheet.ts'

type Row = {
  row: number
  cells: ProductFileCells
  /** Whether it is the first row of its product. */
  isFirst: boolean
  has: ReadonlySet<string>
}

/** Adds the variant of a row to the group of its product. Skips rows without a variant and unchanged variants. */
export function readVariantRow(group: ProductGroup, { row, cells, isFirst, has }: Row, report: Report) {
  const { variantId } = cells
  const present = ofVariant.filter((column) => has.has(column))
  const isEmpty = present.every((column) => cells[column] === '')
  if (variantId === '') {
    if (isEmpty && (isFirst || present.length === 0)) return
    return readNewVariant(group, row, cells, report)
  }
  const error = variantIdError(group, variantId)
  if (error) return report(...error)
  group.variantRows.set(variantId, row)
  const stored = group.stored?.variants.find(({ id }) => id === variantId)
  if (stored) readChangedVariant(group, { row, cells, present }, stored, report)
}

function variantIdError(group: ProductGroup, variantId: string): [column: string, message: string] | null {
  const twin = group.variantRows.get(variantId)
  const malformed = idError(variantId)
  const { productId, variantId: column } = columns
  if (malformed) return [column.header, malformed]
  if (!group.stored) return [productId.header, 'A row with a variant’s id needs the product’s id']
  if (twin !== undefined) return [column.header, `Row ${twin} already has this variant`]
  return group.stored.variants.some(({ id }) => id === variantId)
    ? null
    : [column.header, 'The product has no variant with this id. Empty the id to add it']
}

const nameOf = (cells: Pick<ProductFileCells, 'value' | 'unit'>) => `${cells.value} ${cells.unit}`

function readNewVariant(group: ProductGroup, row: number, cells: ProductFileCells, report: Report) {
  const variant = decodeVariant(cells, report)
  if (!variant) return
  const name = nameOf(cells)
  const isSamePack = (other: { quantity: number; unit: Unit }) =>
    other.quantity === variant.quantity && other.unit === variant.unit
  if (group.stored?.variants.some(isSamePack))
    return report(columns.variantId.header, `${name} already exists. Its id is missing`)
  if (group.variants.some((other) => !other.stored && isSamePack(other)))
    return report(columns.value.header, `This product has ${name} twice`)
  group.variants.push({ ...variant, stored: null })
  const { title } = group
  if (group.stored) group.changes.push({ row, title, variant: name, column: '', before: null, after: null })
}

function readChangedVariant(
  group: ProductGroup,
  { row, cells, present }: { row: number; cells: ProductFileCells; present: readonly VariantColumn[] },
  stored: StoredVariant,
  report: Report,
) {
  const ours = variantCells(stored)
  const isSame = (column: VariantColumn, a: string, b: string) => saysSame(columns[column].kind, a, b)
  if (present.every((column) => isSame(column, cells[column], ours[column]))) return
  const merged = {
    ...cells,
    ...ours,
    ...Object.fromEntries(present.map((column) => [column, cells[column]])),
  }
  const decoded = decodeVariant(merged, report)
  if (!decoded) return
  const variant = withSpecialPrice(decoded)
  const after = variantCells({ ...variant, id: stored.id })
  const isOwnSpecial = isSame('specialPrice', merged.specialPrice, ours.specialPrice)
  if (!isOwnSpecial && !isSame('specialPrice', merged.specialPrice, after.specialPrice))
    return report(
      columns.specialPrice.header,
      'The discount computes it. Set the discount to 0 to write another',
    )
  group.variants.push({ ...variant, stored })
  const what = { row, title: group.title, variant: nameOf(ours) }
  for (const column of ofVariant.filter((each) => after[each] !== ours[each]))
    group.changes.push({
      ...what,
      column: columns[column].header,
      before: ours[column],
      after: after[column],
    })
}

/**
 * A selling price of 0 enables the special price, which only the schema of an edit allows. It is used for new variants,
 * too, because an exported variant with a special price could otherwise not be imported again.
 */
function decodeVariant(cells: ProductFileCells, report: Report): Omit<z.output<typeof Variant>, 'id'> | null {
  const isSpecial = /^0+(\.0*)?$/.test(cells.sellingPrice)
  const { body } = isSpecial ? variants.edit : variants.add
  const parsed = z.safeParse(body, { ...cells, productId: 'new', variantId: 'new' })
  if (!parsed.success) {
    reportIssues(columns, parsed.error.issues, report)
    return null
  }
  const { quantity, unit, mrp, sellingPrice, specialPrice, discount } = parsed.data
  return { quantity, unit, mrp, sellingPrice, specialPrice, discount }
}
