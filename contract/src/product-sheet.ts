import * as z from 'zod/mini'
import type { SheetChange, SheetError } from './product-files.ts'
import { damageOf, type DecimalMark } from './product-sheet-cells.ts'
import {
  allProductColumns,
  type Cells,
  cleanCell,
  type Column,
  columns,
  isSame,
  saysSame,
  texts,
} from './product-sheet-columns.ts'
import {
  idError,
  keyOf,
  type Line,
  overflows,
  readHead,
  type Report,
  sheetCells,
} from './product-sheet-head.ts'
import { type LookupResult, lookupIn, type Names } from './product-sheet-lookup.ts'
import { type ExportedProduct, productCells } from './product-sheet-rows.ts'
import { readVariantRow, type SheetVariant, type StoredVariant } from './product-sheet-variant.ts'
import { products } from './products.ts'

/** A product of the store, to compare a file with. */
export type StoredProduct = Omit<ExportedProduct, 'variants'> & {
  subcategoryId: string
  version: number
  variants: readonly StoredVariant[]
}
/** A product whose title is in the file; titles are unique in a subcategory. */
export type TakenTitle = { id: string; title: string; subcategoryId: string }

type Fields = z.output<typeof products.add.body> & { isActive: boolean }

/** The rows of one product. It is imported as a whole: with an error in any row, nothing of it is. */
export type SheetGroup = {
  /** The first row of the product. */
  row: number
  rows: number[]
  title: string
  stored: StoredProduct | null
  /** The product's own fields; null if an existing product keeps them. */
  fields: Fields | null
  /** What is to be added or changed. */
  variants: SheetVariant[]
  changes: SheetChange[]
  errors: SheetError[]
}

type OpenGroup = SheetGroup & { cells: Cells; variantRows: Map<string, number> }

export type Sheet = { groups: SheetGroup[]; errors: SheetError[] }
type Store = { names: Names; stored?: readonly StoredProduct[]; taken?: readonly TakenTitle[] }

/**
 * Reads the products of a file and compares those with an id to the store's. Rows with the same id, or without one the
 * same title and subcategory, are variants of one product; their other product cells may be empty. `errors` concern the
 * whole file; those of a product are in its group.
 */
export function readSheet(
  lines: readonly Line[],
  { names, stored = [], taken = [] }: Store,
  mark: DecimalMark = '.',
): Sheet {
  const { head, errors } = readHead(lines[0])
  if (errors.length === 0 && lines.length < 2)
    errors.push({ row: 1, column: '', message: 'There are no products in the file' })
  if (errors.length > 0) return { groups: [], errors }

  const lookup = lookupIn(names)
  const storedById = new Map(stored.map((product) => [product.id, product]))
  const groups: OpenGroup[] = []
  const groupOf = new Map<string, OpenGroup>()
  for (const { line, cells: read } of sheetCells(head, lines, mark)) {
    const { row } = line
    const known = groupOf.get(read.productId || keyOf(read))
    const report: Report = (column, message) => void (known ?? fresh).errors.push({ row, column, message })
    const product = known?.stored ?? storedById.get(read.productId) ?? null
    const cells = withStored(read, product, head.has)
    const fresh: OpenGroup = known ?? openGroup(row, cells, product)
    if (overflows(head, line.cells))
      report('', 'This cell has no column. Put text with commas in quotation marks')
    if (known) {
      known.rows.push(row)
      reportDifferences(read, known, report)
    } else {
      groups.push(fresh)
      if (read.productId !== '') groupOf.set(read.productId, fresh)
      if (!groupOf.has(keyOf(cells))) groupOf.set(keyOf(cells), fresh)
      if (read.productId !== '' && product === null)
        report(columns.productId, idError(read.productId) ?? NO_PRODUCT)
      else readProduct(fresh, lookup(cells), report)
    }
    const isMissing = read.productId !== '' && fresh.stored === null
    if (!isMissing) readVariantRow(fresh, { row, cells: read, isFirst: !known, has: head.has }, report)
  }
  reportTakenTitles(groups, taken)
  return { groups: groups.map(({ cells: _, variantRows: __, ...group }) => group), errors }
}

const NO_PRODUCT = 'The store has no product with this id. Empty both ids to add it'

const openGroup = (row: number, cells: Cells, stored: StoredProduct | null): OpenGroup => ({
  row,
  rows: [row],
  title: cells.title || (stored?.title ?? ''),
  stored,
  fields: null,
  variants: [],
  changes: [],
  errors: [],
  cells,
  variantRows: new Map(),
})

/** What the file has no column for, or an empty cell where a guess would be wrong, stays as the store has it. */
function withStored(cells: Cells, stored: StoredProduct | null, has: ReadonlySet<string>): Cells {
  if (!stored) return cells
  const ours = productCells(stored)
  const keeps = (column: keyof typeof ours) =>
    !has.has(column) || (cells[column] === '' && (column === 'isActive' || column === 'gstRate'))
  const kept = allProductColumns.filter(keeps).map((column) => [column, ours[column]])
  return { ...cells, ...Object.fromEntries(kept) }
}

const isAlike = (column: Column, a: Cells, b: Cells) =>
  isSame(a[column], b[column]) || saysSame(column, a[column], b[column])

/** Further rows of a product repeat its cells or leave them empty. */
function reportDifferences(cells: Cells, first: OpenGroup, report: Report) {
  for (const column of allProductColumns)
    if (cells[column] !== '' && !isAlike(column, cells, first.cells))
      report(columns[column], `Must match row ${first.row}, where this product starts`)
}

const reportIssues = (issues: readonly { path: PropertyKey[]; message: string }[], report: Report) => {
  for (const { path, message } of issues) report(columns[path[0] as Column] ?? '', message)
}

/** Reads the product's own cells, unless they are those of the store already. */
function readProduct(group: OpenGroup, lookedUp: LookupResult, report: Report) {
  const { cells, stored } = group
  const ours = stored && productCells(stored)
  const changed = allProductColumns.filter(
    (column) => !ours || !saysSame(column, cells[column], cleanCell(column, ours[column], '.')),
  )
  if (changed.length === 0) return
  for (const column of changed) {
    const damage = ours && texts.has(column) ? damageOf(cells[column], ours[column]) : null
    if (damage) report(columns[column], damage)
  }
  for (const { column, message } of lookedUp.errors) report(columns[column], message)
  const flags: Record<string, boolean> = { '': true, Yes: true, No: false }
  const isActive = flags[cells.isActive]
  if (isActive === undefined) report(columns.isActive, 'Write Yes or No')
  const parsed = z.safeDecode(products.add.body, { ...cells, ...lookedUp.ids })
  if (!parsed.success) reportIssues(parsed.error.issues, report)
  if (!parsed.success || isActive === undefined) return
  group.fields = { ...parsed.data, isActive }
  if (!ours) return
  const { row, title } = group
  for (const column of changed)
    group.changes.push({
      row,
      title,
      variant: '',
      column: columns[column],
      before: ours[column],
      after: cells[column],
    })
}

/** Of two products with one title in a subcategory, reports the one that is new or renamed. */
function reportTakenTitles(groups: readonly OpenGroup[], taken: readonly TakenTitle[]) {
  const keyOfTitle = (title: string, subcategoryId: string) => `${subcategoryId} ${title.toLowerCase()}`
  const owners = new Map(taken.map(({ id, title, subcategoryId }) => [keyOfTitle(title, subcategoryId), id]))
  const ownersInFile = new Map<string, number>()
  for (const { row, stored, fields, errors, cells } of groups) {
    if (!fields) continue
    const key = keyOfTitle(fields.title, fields.subcategoryId)
    if (stored && key === keyOfTitle(stored.title, stored.subcategoryId)) continue
    const owner = owners.get(key)
    const report = (message: string) => errors.push({ row, column: columns.title, message })
    const twin = ownersInFile.get(key)
    if (owner !== undefined && owner !== stored?.id)
      report(`“${cells.title}” already exists in this subcategory`)
    else if (twin !== undefined) report(`Row ${twin} has this title in the same subcategory`)
    ownersInFile.set(key, row)
  }
}
