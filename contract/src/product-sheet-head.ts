import type { SheetError } from './product-files.ts'
import { type DecimalMark, isScientific } from './product-sheet-cells.ts'
import {
  allColumns,
  cleanCell,
  type Cells,
  type Column,
  columns,
  isSame,
  REASON,
} from './product-sheet-columns.ts'

/** A parsed row; `row` is the spreadsheet's row number, the header being 1. */
export type Line = { row: number; cells: readonly string[] }
export type Report = (column: string, message: string) => void

/** The columns of a file in its order: '' where the header is empty. */
export type Head = { order: readonly (Column | typeof REASON | '')[]; has: ReadonlySet<string> }

const required = ['title', 'subTitle', 'description', 'section', 'category', 'subcategory'] as const

const columnOf = (name: string) =>
  isSame(name, REASON) ? REASON : allColumns.find((column) => isSame(columns[column], name))

/**
 * Reads the order of the columns. Columns of optional fields may be missing; with product ids any other may, and what
 * they say of existing products stays.
 */
export function readHead(line: Line | undefined): { head: Head; errors: SheetError[] } {
  const errors: SheetError[] = []
  const report: Report = (column, message) => void errors.push({ row: 1, column, message })
  const names = (line?.cells ?? []).map((text) => text.trim())
  const order = names.map((name) => columnOf(name) ?? '')
  const has = new Set<string>(order.filter((column) => column !== '' && column !== REASON))
  if (has.size === 0) report('', 'The first row must name the columns')
  else {
    const named = names.filter((name) => name !== '')
    const distinct = new Map(named.map((name) => [name.toLowerCase(), columnOf(name) ?? name]))
    for (const [name, column] of distinct) {
      const label = column in columns ? columns[column as Column] : column
      if (columnOf(name) === undefined) report(label, 'Unknown column')
      if (named.filter((other) => isSame(other, name)).length > 1) report(label, 'This column appears twice')
    }
    if (!has.has('productId'))
      for (const column of required) if (!has.has(column)) report(columns[column], 'This column is missing')
  }
  return { head: { order, has }, errors }
}

/** Whether a row has more cells than the header, or text below an empty header: a comma in text without quotes shifts cells. */
export const overflows = ({ order }: Head, texts: readonly string[]) =>
  texts.some((text, n) => order[n] === undefined || (order[n] === '' && text.trim() !== ''))

const cellsOf = ({ order }: Head, texts: readonly string[], mark: DecimalMark) =>
  Object.fromEntries(
    allColumns.map((column) => [column, cleanCell(column, texts[order.indexOf(column)] ?? '', mark)]),
  ) as Cells

export const keyOf = ({ title, section, category, subcategory }: Cells) =>
  [title, section, category, subcategory].join('\n').toLowerCase()

/**
 * A row with no title, or with that of the row above, continues the same product: its empty path cells are filled. A row
 * with a product's id of its own continues nothing.
 */
function fillFromAbove(cells: Cells, above: Cells | undefined): Cells {
  if (!above || (cells.productId !== '' && cells.productId !== above.productId)) return cells
  if (cells.title !== '' && !isSame(cells.title, above.title)) return cells
  const { title, section, category, subcategory } = cells
  const filled = {
    ...cells,
    title: title || above.title,
    section: section || above.section,
    category: category || above.category,
    subcategory: subcategory || above.subcategory,
  }
  return keyOf(filled) === keyOf(above) ? { ...filled, productId: above.productId } : filled
}

/** The rows below the header, cleaned and filled. */
export function* sheetCells(head: Head, lines: readonly Line[], mark: DecimalMark) {
  let above: Cells | undefined
  for (const line of lines.slice(1)) {
    above = fillFromAbove(cellsOf(head, line.cells, mark), above)
    yield { line, cells: above }
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isId = (text: string) => uuid.test(text)

/** Why a cell cannot be an id, or null. */
export const idError = (text: string) =>
  isId(text)
    ? null
    : isScientific(text)
      ? 'The spreadsheet has turned this id into a number. Copy it from a new export'
      : 'This is not an id. Copy it from an export, or leave it empty to add'

/** What a file names, to be looked up in the store before it is read. */
export function referencesIn(lines: readonly Line[], mark: DecimalMark) {
  const { head, errors } = readHead(lines[0])
  if (errors.length > 0) return { productIds: [], titles: [] }
  const productIds = new Set<string>()
  const titles = new Map<string, { title: string; subcategory: string }>()
  for (const { cells } of sheetCells(head, lines, mark)) {
    if (isId(cells.productId)) productIds.add(cells.productId)
    const { title, subcategory } = cells
    if (title !== '') titles.set(`${title}\n${subcategory}`.toLowerCase(), { title, subcategory })
  }
  return { productIds: [...productIds], titles: [...titles.values()] }
}
