import type { SheetError } from '@kirana/contract/product-files'
import { type Head, keysOf, readCells, readHead } from './columns.ts'
import { isSame, isScientific } from './kinds.ts'
import { columns, type ProductFileCells, type ProductFileColumn } from './product-columns.ts'
import type { DecimalMark, Line } from './read.ts'

/**
 * Reads the order of the columns. Columns of optional fields may be missing. In a file with product ids, all other
 * columns may be missing, too: existing products keep their values.
 */
export function readProductHead(line: Line | undefined): Head<ProductFileColumn> {
  const head = readHead(columns, line)
  const report = (column: string, message: string): SheetError => ({ row: 1, column, message })
  if (head.has.size === 0) return { ...head, errors: [report('', 'The first row must name the columns')] }
  const missing = keysOf(columns).filter((key) => columns[key].required && !head.has.has(key))
  if (!head.has.has('productId'))
    head.errors.push(...missing.map((key) => report(columns[key].header, 'This column is missing')))
  return head
}

/**
 * Whether a row has more cells than the header, or text below an empty header. Both happen when text contains a comma
 * but has no quotes, which shifts its cells.
 */
export const overflows = ({ order }: Head<ProductFileColumn>, { cells }: Line) =>
  cells.some((text, n) => order[n] === undefined || (order[n] === '' && text.trim() !== ''))

export const keyOf = ({ title, section, category, subcategory }: ProductFileCells) =>
  [title, section, category, subcategory].join('\n').toLowerCase()

/**
 * A row with no title, or with that of the row above, continues the same product: its empty path cells are filled. A
 * row with another product id starts a product.
 */
function fillFromAbove(cells: ProductFileCells, above: ProductFileCells | undefined): ProductFileCells {
  if (!above || (cells.productId !== '' && cells.productId !== above.productId)) return cells
  if (cells.title !== '' && !isSame(cells.title, above.title)) return cells
  const filled = {
    ...cells,
    title: cells.title || above.title,
    section: cells.section || above.section,
    category: cells.category || above.category,
    subcategory: cells.subcategory || above.subcategory,
  }
  return keyOf(filled) === keyOf(above) ? { ...filled, productId: above.productId } : filled
}

/** The rows below the header, cleaned and filled. */
export function* productRows(head: Head<ProductFileColumn>, lines: readonly Line[], mark: DecimalMark) {
  let above: ProductFileCells | undefined
  for (const line of lines.slice(1)) {
    above = fillFromAbove(readCells(columns, head, line, mark), above)
    yield { line, cells: above }
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Why a cell is not an id; null if it is one. */
export function idError(text: string): string | null {
  if (uuid.test(text)) return null
  return isScientific(text)
    ? 'The spreadsheet has turned this id into a number. Copy it from a new export'
    : 'This is not an id. Copy it from an export, or leave it empty to add'
}

/** The product ids and titles in a file, which the caller looks up in the store before the file is read. */
export function namedInProducts(lines: readonly Line[], mark: DecimalMark) {
  const head = readProductHead(lines[0])
  if (head.errors.length > 0) return { productIds: [], titles: [] }
  const productIds = new Set<string>()
  const titles = new Map<string, { title: string; subcategory: string }>()
  for (const { cells } of productRows(head, lines, mark)) {
    const { productId, title, subcategory } = cells
    if (idError(productId) === null) productIds.add(productId)
    if (title !== '') titles.set(`${title}\n${subcategory}`.toLowerCase(), { title, subcategory })
  }
  return { productIds: [...productIds], titles: [...titles.values()] }
}
