import { type VariantPrices, withSpecialPrice } from '@kirana/domain/price'
import { type Unit, units } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import type { SheetChange, SheetError } from './product-files.ts'
import {
  allVariantColumns,
  type Cells,
  type Column,
  columns,
  isSame,
  saysSame,
  type VariantColumn,
} from './product-sheet-columns.ts'
import { idError, isId, type Report } from './product-sheet-head.ts'
import { variantCells } from './product-sheet-rows.ts'
import { type EditableVariant, type Variant, variants } from './variants.ts'

export type StoredVariant = z.output<typeof EditableVariant>
export type SheetVariant = VariantPrices & {
  /** Null for a new variant. */
  stored: StoredVariant | null
  quantity: number
  unit: Unit
}

type Group = {
  title: string
  stored: { variants: readonly StoredVariant[] } | null
  variants: SheetVariant[]
  changes: SheetChange[]
  errors: SheetError[]
  /** The row of each variant's id so far. */
  variantRows: Map<string, number>
}
type Row = { row: number; cells: Cells; isFirst: boolean; has: ReadonlySet<string> }

/** Reads the variant of a row into its product's group, if the row has one that the store does not have as it is. */
export function readVariantRow(group: Group, { row, cells, isFirst, has }: Row, report: Report) {
  const { variantId } = cells
  const present = allVariantColumns.filter((column) => has.has(column))
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

function variantIdError(group: Group, variantId: string): [column: string, message: string] | null {
  const twin = group.variantRows.get(variantId)
  if (!isId(variantId)) return [columns.variantId, idError(variantId) ?? '']
  if (!group.stored) return [columns.productId, 'A row with a variant’s id needs the product’s id']
  if (twin !== undefined) return [columns.variantId, `Row ${twin} already has this variant`]
  return group.stored.variants.some(({ id }) => id === variantId)
    ? null
    : [columns.variantId, 'The product has no variant with this id. Empty the id to add it']
}

const nameOf = (cells: Pick<Cells, 'value' | 'unit'>) => `${cells.value} ${cells.unit}`

function readNewVariant(group: Group, row: number, cells: Cells, report: Report) {
  const variant = decodeVariant(cells, report)
  if (!variant) return
  const twin = group.stored?.variants.some(
    ({ quantity, unit }) => quantity === variant.quantity && unit === variant.unit,
  )
  if (twin) return report(columns.variantId, `${nameOf(cells)} already exists. Its id is missing`)
  const isTwice = group.variants.some(
    ({ stored, quantity, unit }) => !stored && quantity === variant.quantity && unit === variant.unit,
  )
  if (isTwice) return report(columns.value, `This product has ${nameOf(cells)} twice`)
  group.variants.push({ ...variant, stored: null })
  if (group.stored)
    group.changes.push({
      row,
      title: group.title,
      variant: nameOf(cells),
      column: '',
      before: null,
      after: null,
    })
}

function readChangedVariant(
  group: Group,
  { row, cells, present }: { row: number; cells: Cells; present: readonly VariantColumn[] },
  stored: StoredVariant,
  report: Report,
) {
  const ours = variantCells(stored)
  if (present.every((column) => saysSame(column, cells[column], ours[column]))) return
  const kept = allVariantColumns.filter((column) => !present.includes(column))
  const merged = { ...cells, ...Object.fromEntries(kept.map((column) => [column, ours[column]])) }
  const decoded = decodeVariant(merged, report)
  if (!decoded) return
  const variant = withSpecialPrice(decoded)
  const after = variantCells({ ...variant, id: stored.id })
  const isSpecialTyped = !saysSame('specialPrice', merged.specialPrice, ours.specialPrice)
  if (isSpecialTyped && !saysSame('specialPrice', merged.specialPrice, after.specialPrice))
    return report(columns.specialPrice, 'The discount computes it. Set the discount to 0 to write another')
  group.variants.push({ ...variant, stored })
  for (const column of allVariantColumns)
    if (after[column] !== ours[column])
      group.changes.push({
        row,
        title: group.title,
        variant: nameOf(ours),
        column: columns[column],
        before: ours[column],
        after: after[column],
      })
}

/**
 * A selling price of 0 turns the special price on, which only the schema of an edit allows: without it an exported
 * variant with a special price could not be imported again.
 */
function decodeVariant(cells: Cells, report: Report): Omit<z.output<typeof Variant>, 'id'> | null {
  const unit = units.find((name) => isSame(name, cells.unit)) ?? (cells.unit as Unit)
  const input = { ...cells, unit, productId: 'new', variantId: 'new' }
  const isSpecial = /^0+(\.0*)?$/.test(cells.sellingPrice)
  const parsed = z.safeDecode(isSpecial ? variants.edit.body : variants.add.body, input)
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(columns[path[0] as Column] ?? '', message)
    return null
  }
  const { quantity, mrp, sellingPrice, specialPrice, discount } = parsed.data
  return { quantity, unit: parsed.data.unit, mrp, sellingPrice, specialPrice, discount }
}
