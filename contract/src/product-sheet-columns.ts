import { type Unit, units } from '@kirana/domain/vocabulary'
import { tidyText } from './wire/bounded.ts'
import { cleanDate, cleanHsn, cleanNumber, type DecimalMark } from './product-sheet-cells.ts'

/** Product columns by their wire names. */
export const productColumns = {
  title: 'Title',
  subTitle: 'Subtitle',
  description: 'Description',
  section: 'Section',
  category: 'Category',
  subcategory: 'Subcategory',
  keyward: 'Keywards',
  mktBy: 'Manufacturer',
  mktDate: 'Manufacture Date',
  expDate: 'Expiry',
  origin: 'Origin',
  loyaltyPoint: 'Loyalty Point',
  isActive: 'Enabled',
} as const
/** Variant columns by their wire names. */
export const variantColumns = {
  value: 'Quantity',
  unit: 'Unit',
  mrp: 'MRP',
  sellingPrice: 'Selling Price',
  specialPrice: 'Special Price',
  discount: 'Discount',
} as const
/** Product columns that stand at the end: files from before them import as ever. */
export const taxColumns = { hsn: 'HSN Code', gstRate: 'GST Rate' } as const
/** With an id, a row changes what the store has; without one it adds. */
export const idColumns = { productId: 'Product Id', variantId: 'Variant Id' } as const
export const columns = { ...productColumns, ...variantColumns, ...taxColumns, ...idColumns }

/** The column that the file of wrong rows has in addition. An import ignores it. */
export const REASON = 'Reason'

export type Column = keyof typeof columns
export type ProductColumn = keyof typeof productColumns | keyof typeof taxColumns
export type VariantColumn = keyof typeof variantColumns
export type Cells = Record<Column, string>

export const keysOf = <K extends string>(names: Record<K, string>) => Object.keys(names) as K[]
export const allColumns = keysOf(columns)
export const allProductColumns: readonly ProductColumn[] = keysOf({ ...productColumns, ...taxColumns })
export const allVariantColumns: readonly VariantColumn[] = keysOf(variantColumns)

/** The header row of a product file, in export order. */
export const sheetHead: readonly string[] = Object.values(columns)

const numbers = new Set<Column>([...allVariantColumns, 'loyaltyPoint', 'gstRate'])
const percentages = new Set<Column>(['discount', 'gstRate'])
/** In these an empty cell means 0. */
const zeros = new Set<Column>(['mrp', 'sellingPrice', 'specialPrice', 'discount', 'loyaltyPoint'])
/** Columns of free text, which spreadsheets may damage. */
export const texts = new Set<Column>(['title', 'subTitle', 'description', 'mktBy', 'expDate', 'origin'])

const yesNo = new Map([
  ['yes', 'Yes'],
  ['true', 'Yes'],
  ['no', 'No'],
  ['false', 'No'],
])

/** A cell as `sheetRows` would write it, where a spreadsheet has reformatted it. What cannot be read stays as it is. */
export function cleanCell(column: Column, cell: string, mark: DecimalMark): string {
  const text = tidyText(cell).replace(/\r\n?/g, '\n')
  if (column === 'unit') return units.find((unit): unit is Unit => isSame(unit, text)) ?? text
  if (numbers.has(column))
    return cleanNumber(
      percentages.has(column) && text.endsWith('%') ? text.slice(0, -1).trimEnd() : text,
      mark,
    )
  if (column === 'mktDate') return cleanDate(text)
  if (column === 'hsn') return cleanHsn(text)
  if (column === 'isActive') return yesNo.get(text.toLowerCase()) ?? text
  if (column === 'productId' || column === 'variantId') return text.toLowerCase()
  return text
}

export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const keywordsIn = (cell: string) =>
  (cell.toLowerCase().match(/(?:\\.|[^;])+/gs) ?? [])
    .map((name) => name.trim())
    .filter(Boolean)
    .toSorted()
    .join(';')

/** Whether two cells of a column say the same. Names of sections and the like are found whatever their case. */
export function saysSame(column: Column, a: string, b: string): boolean {
  if (a === b) return true
  if (zeros.has(column) || numbers.has(column)) {
    const [one, two] = [a, b].map((cell) =>
      zeros.has(column) && cell === '' ? 0 : Number(cell || Number.NaN),
    )
    return one === two
  }
  if (column === 'keyward') return keywordsIn(a) === keywordsIn(b)
  if (column === 'section' || column === 'category' || column === 'subcategory') return isSame(a, b)
  return a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n')
}
