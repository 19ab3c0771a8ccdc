import { type Unit, units } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import type { SheetError } from './product-files.ts'
import { joinedKeywords, type Names, type Placed, placesIn } from './product-sheet-places.ts'
import { products } from './products.ts'
import { flag } from './shapes.ts'
import { Variant, variants } from './variants.ts'

/** Columns of a product, by the names of its call. */
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
/** Columns of a variant, by the names of its call. */
const variantColumns = {
  value: 'Quantity',
  unit: 'Unit',
  mrp: 'MRP',
  sellingPrice: 'Selling Price',
  specialPrice: 'Special Price',
  discount: 'Discount',
} as const
const columns = { ...productColumns, ...variantColumns }
type Column = keyof typeof columns
type Cells = Record<Column, string>

const keysOf = <K extends string>(names: Record<K, string>) => Object.keys(names) as K[]
const all = keysOf(columns)

/** The head of a file of products, in the order of an export. */
export const sheetHead: readonly string[] = Object.values(columns)

/** A row of a file as it was read; `row` as a spreadsheet counts, the head being 1. */
export type Line = { row: number; cells: readonly string[] }

type AddedVariant = Omit<z.output<typeof variants.add.body>, 'productId'>
export type SheetProduct = z.output<typeof products.add.body> & {
  /** The row where it begins. */
  row: number
  isActive: boolean
  variants: AddedVariant[]
}

/**
 * The products of a file. Rows of one title in one subcategory are one product, and what a row leaves empty of its
 * product is as in the row above. A product is left out when a row of its own is wrong, a variant when its own is.
 */
export function readSheet(lines: readonly Line[], names: Names) {
  const [head, ...rows] = lines
  const { order, errors } = readHead(head)
  if (errors.length === 0 && rows.length === 0)
    errors.push({ row: 1, column: '', message: 'There are no products in the file' })
  if (errors.length > 0) return { products: [], errors }

  const placeOf = placesIn(names)
  const begun = new Map<string, { row: number; cells: Cells; product: SheetProduct | null }>()
  let above: Cells | undefined
  for (const { row, cells: texts } of rows) {
    const wrong = (column: string, message: string) => void errors.push({ row, column, message })
    if (texts.some((text, n) => !order[n] && (order[n] === undefined || text.trim() !== '')))
      wrong('', 'A cell stands under no column: put a text with commas in quotation marks')
    const cells = continued(cellsOf(order, texts), above)
    above = cells
    const key = [cells.title, cells.section, cells.category, cells.subcategory].join('\n').toLowerCase()
    const known = begun.get(key)
    const product = known ? known.product : readProduct(cells, row, placeOf(cells), wrong)
    if (known) differences(cells, known, wrong)
    else begun.set(key, { row, cells, product })
    if (!known && keysOf(variantColumns).every((column) => cells[column] === '')) continue
    const variant = readVariant(cells, wrong)
    if (variant) product?.variants.push(variant)
  }
  const products = [...begun.values()].flatMap(({ product }) => product ?? [])
  return { products, errors }
}

/** Which column stands where; those that are not filled in for every product may be missing. */
function readHead(head: Line | undefined) {
  const errors: SheetError[] = []
  const wrong = (column: string, message: string) => void errors.push({ row: 1, column, message })
  const order = (head?.cells ?? []).map((text) => {
    const name = text.trim().toLowerCase()
    return all.find((column) => columns[column].toLowerCase() === name) ?? text.trim()
  })
  if (order.every((name) => !(name in columns))) wrong('', 'The first row must name the columns')
  else {
    for (const name of new Set(order)) {
      const known = all.find((column) => column === name)
      const label = known ? columns[known] : name
      if (!known && name !== '') wrong(name, 'There is no such column')
      if (name !== '' && order.indexOf(name) !== order.lastIndexOf(name))
        wrong(label, 'This column is there twice')
    }
    for (const column of ['title', 'subTitle', 'description', 'section', 'category', 'subcategory'] as const)
      if (!order.includes(column)) wrong(columns[column], 'This column is missing')
  }
  return { order, errors }
}

const cellsOf = (order: readonly string[], texts: readonly string[]) => {
  const at = (column: Column) => (texts[order.indexOf(column)] ?? '').trim()
  return Object.fromEntries(all.map((column) => [column, at(column)])) as Cells
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A row without a title, or with that of the row above, is of the same product as far as it says nothing else. */
function continued(cells: Cells, above: Cells | undefined): Cells {
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

type Wrong = (column: string, message: string) => void

/** A product says the same in all of its rows, or nothing. */
function differences(cells: Cells, first: { row: number; cells: Cells }, wrong: Wrong) {
  for (const column of keysOf(productColumns))
    if (cells[column] !== '' && !isSame(cells[column], first.cells[column]))
      wrong(columns[column], `This is not as in row ${first.row}, where the product begins`)
}

const tell = (issues: readonly { path: PropertyKey[]; message: string }[], wrong: Wrong) => {
  for (const { path, message } of issues) wrong(columns[path[0] as Column] ?? '', message)
}

/** Spreadsheets in India write 2/1/2026 as 02-01-2026. */
const dashed = /^(\d{1,2})[-.](\d{1,2})[-.](\d{4})$/
const yesNo = new Map([
  ['', 'true'],
  ['yes', 'true'],
  ['no', 'false'],
])

function readProduct(cells: Cells, row: number, placed: Placed, wrong: Wrong): SheetProduct | null {
  for (const { column, message } of placed.errors) wrong(columns[column], message)
  const enabled = cells.isActive.toLowerCase()
  const active = z.safeDecode(flag, (yesNo.get(enabled) ?? enabled) as 'true')
  if (!active.success) wrong(columns.isActive, 'Write Yes or No')
  const sent = { ...cells, ...placed.ids, mktDate: cells.mktDate.replace(dashed, '$1/$2/$3') }
  const read = z.safeDecode(products.add.body, sent)
  if (!read.success) tell(read.error.issues, wrong)
  if (!read.success || !active.success || placed.errors.length > 0) return null
  return { ...read.data, row, isActive: active.data, variants: [] }
}

/**
 * A selling price of 0 turns the special price on, as on a variant's own screen when it is edited; a variant that is
 * so could not come back otherwise.
 */
function readVariant(cells: Cells, wrong: Wrong): AddedVariant | null {
  const unit = units.find((each) => isSame(each, cells.unit)) ?? (cells.unit as Unit)
  const sent = { ...cells, unit, productId: 'new', variantId: 'new' }
  const isSpecial = /^0+(\.0*)?$/.test(cells.sellingPrice)
  const read = z.safeDecode(isSpecial ? variants.edit.body : variants.add.body, sent)
  if (!read.success) {
    tell(read.error.issues, wrong)
    return null
  }
  const { quantity, mrp, sellingPrice, specialPrice, discount } = read.data
  return { quantity, unit: read.data.unit, mrp, sellingPrice, specialPrice, discount }
}

/** A product as an export writes it, with names in place of ids. */
export type WrittenProduct = {
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
  variants: readonly z.output<typeof Variant>[]
}

/** The rows of a file that `readSheet` reads back: a product's texts stand in each of its rows, so that rows may be sorted. */
export const sheetRows = (written: readonly WrittenProduct[]): string[][] =>
  written.flatMap((product) => {
    const cells = {
      title: product.title,
      subTitle: product.subtitle,
      description: product.description,
      section: product.sectionName,
      category: product.categoryName,
      subcategory: product.subcategoryName,
      keyward: joinedKeywords(product.keywords),
      mktBy: product.manufacturer,
      // Not as ISO: a spreadsheet would turn that into its own order of day and month.
      mktDate: product.manufacturedOn?.split('-').toReversed().map(Number).join('/') ?? '',
      expDate: product.expiry,
      origin: product.origin,
      loyaltyPoint: product.loyaltyCoins,
      isActive: product.isActive ? 'Yes' : 'No',
    }
    const sold =
      product.variants.length > 0 ? product.variants.map((variant) => z.encode(Variant, variant)) : [{}]
    return sold.map((variant: Partial<Record<Column, string | number>>) =>
      all.map((column) => String({ ...cells, ...variant }[column] ?? '')),
    )
  })
