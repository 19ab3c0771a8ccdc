import { toPercent } from '@kirana/domain/money'
import { type Unit, units } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import type { SheetError } from './product-files.ts'
import { joinedKeywords, type Names, type LookupResult, lookupIn } from './product-sheet-lookup.ts'
import { products } from './products.ts'
import { flag, tidyText } from './shapes.ts'
import { Variant, variants } from './variants.ts'

/** Product columns by their wire names. */
const productColumns = {
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
const variantColumns = {
  value: 'Quantity',
  unit: 'Unit',
  mrp: 'MRP',
  sellingPrice: 'Selling Price',
  specialPrice: 'Special Price',
  discount: 'Discount',
} as const
/** Product columns that stand at the end: files from before them import as ever. */
const taxColumns = { hsn: 'HSN Code', gstRate: 'GST Rate' } as const
const columns = { ...productColumns, ...variantColumns, ...taxColumns }
type Column = keyof typeof columns
type Cells = Record<Column, string>

const keysOf = <K extends string>(names: Record<K, string>) => Object.keys(names) as K[]
const allColumns = keysOf(columns)

/** The header row of a product file, in export order. */
export const sheetHead: readonly string[] = Object.values(columns)

/** A parsed row; `row` is the spreadsheet's row number, the header being 1. */
export type Line = { row: number; cells: readonly string[] }

type AddedVariant = Omit<z.output<typeof variants.add.body>, 'productId'>
export type SheetProduct = z.output<typeof products.add.body> & {
  /** The first row of the product. */
  row: number
  isActive: boolean
  variants: AddedVariant[]
}

/**
 * Reads the products of a file. Rows with the same title and subcategory are variants of one product; their other
 * product cells may be empty. A product is dropped if its first row has errors, a variant if its own row has.
 */
export function readSheet(lines: readonly Line[], names: Names) {
  const [head, ...rows] = lines
  const { order, errors } = readHead(head)
  if (errors.length === 0 && rows.length === 0)
    errors.push({ row: 1, column: '', message: 'There are no products in the file' })
  if (errors.length > 0) return { products: [], errors }

  const lookup = lookupIn(names)
  const firstRows = new Map<string, { row: number; cells: Cells; product: SheetProduct | null }>()
  let above: Cells | undefined
  for (const { row, cells: texts } of rows) {
    const report = (column: string, message: string) => void errors.push({ row, column, message })
    if (texts.some((text, n) => !order[n] && (order[n] === undefined || text.trim() !== '')))
      report('', 'This cell has no column. Put text with commas in quotation marks')
    const cells = fillFromAbove(cellsOf(order, texts), above)
    above = cells
    const key = [cells.title, cells.section, cells.category, cells.subcategory].join('\n').toLowerCase()
    const first = firstRows.get(key)
    const product = first ? first.product : readProduct(cells, row, lookup(cells), report)
    if (first) reportDifferences(cells, first, report)
    else firstRows.set(key, { row, cells, product })
    if (!first && keysOf(variantColumns).every((column) => cells[column] === '')) continue
    const variant = readVariant(cells, report)
    if (variant) product?.variants.push(variant)
  }
  const products = [...firstRows.values()].flatMap(({ product }) => product ?? [])
  return { products, errors }
}

/** Reads the order of the columns. Columns of optional fields may be missing. */
function readHead(head: Line | undefined) {
  const errors: SheetError[] = []
  const report = (column: string, message: string) => void errors.push({ row: 1, column, message })
  const order = (head?.cells ?? []).map((text) => {
    const name = text.trim().toLowerCase()
    return allColumns.find((column) => columns[column].toLowerCase() === name) ?? text.trim()
  })
  if (order.every((name) => !(name in columns))) report('', 'The first row must name the columns')
  else {
    for (const name of new Set(order)) {
      const match = allColumns.find((column) => column === name)
      const label = match ? columns[match] : name
      if (!match && name !== '') report(name, 'Unknown column')
      if (name !== '' && order.indexOf(name) !== order.lastIndexOf(name))
        report(label, 'This column appears twice')
    }
    for (const column of ['title', 'subTitle', 'description', 'section', 'category', 'subcategory'] as const)
      if (!order.includes(column)) report(columns[column], 'This column is missing')
  }
  return { order, errors }
}

const cellsOf = (order: readonly string[], texts: readonly string[]) => {
  const at = (column: Column) => tidyText(texts[order.indexOf(column)] ?? '')
  return Object.fromEntries(allColumns.map((column) => [column, at(column)])) as Cells
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A row with no title, or with that of the row above, continues the same product: its empty path cells are filled. */
function fillFromAbove(cells: Cells, above: Cells | undefined): Cells {
  if (!above || (cells.title !== '' && !isSame(cells.title, above.title))) return cells
  const { title, section, category, subcategory } = cells
  return {
    ...cells,
    title: title || above.title,
    section: section || above.section,
    category: category || above.category,
    subcategory: subcategory || above.subcategory,
  }
}

type Report = (column: string, message: string) => void

/** Further rows of a product repeat its cells or leave them empty. */
function reportDifferences(cells: Cells, first: { row: number; cells: Cells }, report: Report) {
  for (const column of keysOf({ ...productColumns, ...taxColumns }))
    if (cells[column] !== '' && !isSame(cells[column], first.cells[column]))
      report(columns[column], `Must match row ${first.row}, where this product starts`)
}

const reportIssues = (issues: readonly { path: PropertyKey[]; message: string }[], report: Report) => {
  for (const { path, message } of issues) report(columns[path[0] as Column] ?? '', message)
}

/** Spreadsheets in India write 2/1/2026 as 02-01-2026. */
const dashedDate = /^(\d{1,2})[-.](\d{1,2})[-.](\d{4})$/
const yesNo = new Map([
  ['', 'true'],
  ['yes', 'true'],
  ['no', 'false'],
])

function readProduct(cells: Cells, row: number, lookedUp: LookupResult, report: Report): SheetProduct | null {
  for (const { column, message } of lookedUp.errors) report(columns[column], message)
  const enabled = cells.isActive.toLowerCase()
  const active = z.safeDecode(flag, (yesNo.get(enabled) ?? enabled) as 'true')
  if (!active.success) report(columns.isActive, 'Write Yes or No')
  const input = {
    ...cells,
    ...lookedUp.ids,
    mktDate: cells.mktDate.replace(dashedDate, '$1/$2/$3'),
    // Spreadsheets write 5 in a column of percentages as 5%.
    gstRate: cells.gstRate.replace(/\s*%$/, ''),
  }
  const parsed = z.safeDecode(products.add.body, input)
  if (!parsed.success) reportIssues(parsed.error.issues, report)
  if (!parsed.success || !active.success || lookedUp.errors.length > 0) return null
  return { ...parsed.data, row, isActive: active.data, variants: [] }
}

/**
 * A selling price of 0 turns the special price on, which only the schema of an edit allows: without it an exported
 * variant with a special price could not be imported again.
 */
function readVariant(cells: Cells, report: Report): AddedVariant | null {
  const unit = units.find((name) => isSame(name, cells.unit)) ?? (cells.unit as Unit)
  const input = { ...cells, unit, productId: 'new', variantId: 'new' }
  const isSpecial = /^0+(\.0*)?$/.test(cells.sellingPrice)
  const parsed = z.safeDecode(isSpecial ? variants.edit.body : variants.add.body, input)
  if (!parsed.success) {
    reportIssues(parsed.error.issues, report)
    return null
  }
  const { quantity, mrp, sellingPrice, specialPrice, discount } = parsed.data
  return { quantity, unit: parsed.data.unit, mrp, sellingPrice, specialPrice, discount }
}

/** A product as exported, with names in place of ids. */
export type ExportedProduct = {
  title: string
  subtitle: string
  description: string
  sectionName: string
  categoryName: string
  subcategoryName: string
  keywords: readonly string[]
  manufacturer: string
  manufacturedOn: string | null
  expiry: string
  origin: string
  loyaltyCoins: number
  isActive: boolean
  hsn: string
  /** Basis points; null if unknown. */
  gstRate: number | null
  variants: readonly z.output<typeof Variant>[]
}

/** The rows of an export, readable by `readSheet`. Each row repeats the product's cells, so that users may sort the file. */
export const sheetRows = (exported: readonly ExportedProduct[]): string[][] =>
  exported.flatMap((product) => {
    const cells = {
      title: product.title,
      subTitle: product.subtitle,
      description: product.description,
      section: product.sectionName,
      category: product.categoryName,
      subcategory: product.subcategoryName,
      keyward: joinedKeywords(product.keywords),
      mktBy: product.manufacturer,
      // D/M/YYYY: spreadsheets reformat ISO dates in the order of their own locale.
      mktDate: product.manufacturedOn?.split('-').toReversed().map(Number).join('/') ?? '',
      expDate: product.expiry,
      origin: product.origin,
      loyaltyPoint: product.loyaltyCoins,
      isActive: product.isActive ? 'Yes' : 'No',
      hsn: product.hsn,
      gstRate: product.gstRate === null ? '' : toPercent(product.gstRate),
    }
    const variantRows =
      product.variants.length > 0 ? product.variants.map((variant) => z.encode(Variant, variant)) : [{}]
    return variantRows.map((variant: Partial<Record<Column, string | number>>) =>
      allColumns.map((column) => String({ ...cells, ...variant }[column] ?? '')),
    )
  })
