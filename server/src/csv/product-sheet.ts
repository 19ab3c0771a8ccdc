import { products } from '@kirana/contract/products'
import { zeroKindNames } from '@kirana/contract/wire/tax'
import { zeroKinds } from '@kirana/domain/gst'
import * as z from 'zod/mini'
import type { ExportedProduct } from '../services/catalogue/export.ts'
import type { CatalogueNames, TakenTitle } from '../services/catalogue/import.ts'
import { cleanCell, damageOf, isSame, saysSame } from './kinds.ts'
import { columns, ofProduct, productCells, type ProductFileCells } from './product-columns.ts'
import { type ProductFile, type ProductGroup, unread } from './product-group.ts'
import { distinctMissing, type Lookup, lookupIn } from './product-names.ts'
import { idError, keyOf, overflows, productRows, readProductHead } from './product-rows.ts'
import { readVariantRow } from './product-variants.ts'
import type { DecimalMark, Line } from './read.ts'
import { type Report, reportIssues } from './sheet.ts'

type Store = {
  names: CatalogueNames
  stored?: readonly ExportedProduct[]
  taken?: readonly TakenTitle[]
}

/**
 * Reads the products of a file and compares those with an id to the stored ones. Rows with the same id are variants of
 * one product, and so are rows without an id that have the same title and subcategory. Their other product cells may be
 * empty. `errors` concern the whole file; those of a product are in its group.
 */
export function readProductFile(
  lines: readonly Line[],
  { names, stored = [], taken = [] }: Store,
  mark: DecimalMark = '.',
): ProductFile {
  const head = readProductHead(lines[0])
  const { errors } = head
  if (errors.length === 0 && lines.length < 2)
    errors.push({ row: 1, column: '', message: 'There are no products in the file' })
  if (errors.length > 0) return unread(errors)

  const lookup = lookupIn(names)
  const storedById = new Map(stored.map((product) => [product.id, product]))
  const groups: ProductGroup[] = []
  const missing: Lookup['missing'] = []
  const groupOf = new Map<string, ProductGroup>()
  for (const { line, cells: read } of productRows(head, lines, mark)) {
    const { row } = line
    const { productId } = read
    const known = groupOf.get(productId || keyOf(read))
    const product = known?.stored ?? storedById.get(productId) ?? null
    const cells = withStored(read, product, head.has)
    const group = known ?? newGroup(row, cells, product)
    const report: Report = (column, message) => void group.errors.push({ row, column, message })
    if (overflows(head, line)) report('', 'This cell has no column. Put text with commas in quotation marks')
    if (known) {
      known.rows.push(row)
      reportDifferences(read, known, report)
    } else {
      groups.push(group)
      if (productId !== '') groupOf.set(productId, group)
      if (!groupOf.has(keyOf(cells))) groupOf.set(keyOf(cells), group)
      if (productId !== '' && product === null)
        report(columns.productId.header, idError(productId) ?? NO_PRODUCT)
      else missing.push(...readProduct(group, lookup(cells), report))
    }
    const isMissing = productId !== '' && group.stored === null
    if (!isMissing) readVariantRow(group, { row, cells: read, isFirst: !known, has: head.has }, report)
  }
  reportTakenTitles(groups, taken)
  return { groups, errors, missing: distinctMissing(missing) }
}

const NO_PRODUCT = 'The store has no product with this id. Empty both ids to add it'

const newGroup = (row: number, cells: ProductFileCells, stored: ExportedProduct | null): ProductGroup => ({
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

const keptIfEmpty: ReadonlySet<string> = new Set(['isActive', 'gstRate', 'zeroKind'])

/** Fills in the stored values of missing columns, and of empty cells in columns whose default could be wrong. */
function withStored(cells: ProductFileCells, stored: ExportedProduct | null, has: ReadonlySet<string>) {
  if (!stored) return cells
  const ours = productCells(stored)
  const kept = ofProduct.filter(
    (column) => !has.has(column) || (cells[column] === '' && keptIfEmpty.has(column)),
  )
  return { ...cells, ...Object.fromEntries(kept.map((column) => [column, ours[column]])) }
}

/** Reports product cells of a further row that are neither empty nor equal to those of the first row. */
function reportDifferences(cells: ProductFileCells, first: ProductGroup, report: Report) {
  for (const column of ofProduct) {
    const [a, b] = [cells[column], first.cells[column]]
    if (a !== '' && !isSame(a, b) && !saysSame(columns[column].kind, a, b))
      report(columns[column].header, `Must match row ${first.row}, where this product starts`)
  }
}

/** An empty cell of a new product means nil-rated. The schema rejects a text that is not a kind. */
const zeroKindIn = (cell: string) =>
  cell === '' ? undefined : (zeroKinds.find((kind) => zeroKindNames[kind] === cell) ?? cell)

const flags: ReadonlyMap<string, boolean> = new Map([
  ['', true],
  ['Yes', true],
  ['No', false],
])

/**
 * Reads the product's own cells, unless they equal the stored values.
 * @returns the names in these cells that the store does not have
 */
function readProduct(group: ProductGroup, lookup: Lookup, report: Report): Lookup['missing'] {
  const { row, title, cells, stored } = group
  const ours = stored && productCells(stored)
  const changed = ofProduct.filter((column) => {
    const { kind } = columns[column]
    return !ours || !saysSame(kind, cells[column], cleanCell(kind, ours[column], '.'))
  })
  if (changed.length === 0) return []
  for (const column of changed) {
    const damage = ours && columns[column].kind === 'text' ? damageOf(cells[column], ours[column]) : null
    if (damage) report(columns[column].header, damage)
  }
  for (const { column, message } of lookup.errors) report(columns[column].header, message)
  const isActive = flags.get(cells.isActive)
  if (isActive === undefined) report(columns.isActive.header, 'Write Yes or No')
  const parsed = z.safeParse(products.add.body, {
    ...cells,
    ...lookup.ids,
    zeroKind: zeroKindIn(cells.zeroKind),
  })
  if (!parsed.success) reportIssues(columns, parsed.error.issues, report)
  if (!parsed.success || isActive === undefined) return lookup.missing
  group.fields = { ...parsed.data, isActive }
  if (!ours) return lookup.missing
  for (const column of changed) {
    const { header } = columns[column]
    group.changes.push({
      row,
      title,
      variant: '',
      column: header,
      before: ours[column],
      after: cells[column],
    })
  }
  return lookup.missing
}

/** If two products have the same title in a subcategory, reports the one that is new or renamed. */
function reportTakenTitles(groups: readonly ProductGroup[], taken: readonly TakenTitle[]) {
  const keyOfTitle = ({ title, subcategoryId }: Omit<TakenTitle, 'id'>) =>
    `${subcategoryId} ${title.toLowerCase()}`
  const owners = new Map(taken.map((product) => [keyOfTitle(product), product.id]))
  const ownersInFile = new Map<string, number>()
  for (const { row, stored, fields, errors, cells } of groups) {
    if (!fields) continue
    const key = keyOfTitle(fields)
    if (stored && key === keyOfTitle(stored)) continue
    const owner = owners.get(key)
    const twin = ownersInFile.get(key)
    const report = (message: string) => errors.push({ row, column: columns.title.header, message })
    if (owner !== undefined && owner !== stored?.id)
      report(`“${cells.title}” already exists in this subcategory`)
    else if (twin !== undefined) report(`Row ${twin} has this title in the same subcategory`)
    ownersInFile.set(key, row)
  }
}
