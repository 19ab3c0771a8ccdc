import { count } from '@kirana/domain/count'
import { formatDay } from '@kirana/domain/calendar'
import { expiryDoubt, MAX_EXPIRY_YEARS } from '@kirana/domain/expiry'
import { readDay } from '@kirana/domain/day'
import { isWeighable } from '@kirana/domain/weight'
import { barcodeMoved, MAX_STOCK } from '@kirana/domain/stock'
import type { SheetChange, SheetError } from '@kirana/contract/product-files'
import { MAX_SHELF, PIECES, QUANTITY } from '@kirana/contract/stock'
import { type Cells, type Columns, type Head, keysOf, readCells, readHead } from './columns.ts'
import type { stockNamed } from '../services/stock/sheet.ts'
import { isScientific } from './kinds.ts'
import type { DecimalMark, Line } from './read.ts'
import type { Cell } from './write.ts'

/** The id or the barcode names the variant of a row. */
const stockColumns = {
  variantId: { header: 'Variant Id', kind: 'id' },
  barcode: { header: 'Barcode', kind: 'text' },
  title: { header: 'Title', kind: 'text' },
  pack: { header: 'Pack', kind: 'text' },
  onHand: { header: 'On Hand', kind: 'number' },
  shelf: { header: 'Shelf', kind: 'text' },
  counted: { header: 'Counted', kind: 'number' },
  received: { header: 'Received', kind: 'number' },
  expiry: { header: 'Expiry', kind: 'date' },
  cost: { header: 'Cost', kind: 'number' },
  byWeight: { header: 'By Weight', kind: 'yesNo' },
} as const
type StockColumn = keyof typeof stockColumns
type StockCells = Cells<StockColumn>
const columns: Columns<StockColumn> = stockColumns

export const stockHead: readonly string[] = keysOf(columns).map((key) => columns[key].header)

type StockVariant = Awaited<ReturnType<typeof stockNamed>>[number]

/** The rows of an export, for people to fill in. */
export const stockFileRows = (variants: readonly StockVariant[]): Cell[][] =>
  variants.map(({ barcodes, productQuantity: pack, onHand, byWeight, ...variant }) => {
    const cells: Partial<Record<StockColumn, Cell>> = {
      ...variant,
      barcode: barcodes[0] ?? '',
      pack,
      onHand: onHand ?? '',
      byWeight: byWeight ? 'Yes' : 'No',
    }
    return keysOf(columns).map((key) => cells[key] ?? '')
  })

/** The values of a row; null for an empty cell. `cost` is paise for one piece. */
export type StockFileRow = {
  row: number
  variant: StockVariant
  /** The barcode that names the variant; '' if the id names it. */
  barcode: string
  counted: number | null
  received: number | null
  expiry: string | null
  cost: number | null
  shelf: string | null
  byWeight: boolean | null
}

type Group = { rows: number[]; errors: SheetError[]; variantId: string | null }
export type StockFile = {
  /** Errors of the file as a whole. */
  errors: SheetError[]
  /** One for each row. */
  groups: Group[]
  /** The rows without errors that change something. */
  changed: StockFileRow[]
  changes: SheetChange[]
}

function readStockHead(line: Line | undefined): Head<StockColumn> {
  const head = readHead(columns, line)
  const hasAny = (...some: StockColumn[]) => some.some((column) => head.has.has(column))
  const report = (message: string) => head.errors.push({ row: 1, column: '', message })
  if (!hasAny('variantId', 'barcode')) report('A column Variant Id or Barcode must name the variants')
  if (!hasAny('counted', 'received', 'shelf', 'byWeight'))
    report('There is no column Counted, Received, Shelf or By Weight')
  return head
}

/** The ids and barcodes in a file, which the caller looks up in the store before the file is read. */
export function namedInStock(lines: readonly Line[], mark: DecimalMark) {
  const head = readStockHead(lines[0])
  if (head.errors.length > 0) return { ids: [], barcodes: [] }
  const rows = lines.slice(1).map((line) => readCells(columns, head, line, mark))
  const distinct = (column: StockColumn) => [...new Set(rows.map((cells) => cells[column]).filter(Boolean))]
  return { ids: distinct('variantId'), barcodes: distinct('barcode') }
}

type Report = (column: StockColumn, message: string) => void

/** The variants of a store by id and by barcode. */
function indexOf(variants: readonly StockVariant[]) {
  const byId = new Map(variants.map((variant) => [variant.variantId, variant]))
  const byCode = new Map(
    variants.flatMap((variant) => variant.barcodes.map((code) => [code, variant] as const)),
  )
  return { byId, byCode }
}

function variantOf(
  { variantId: id, barcode: code }: StockCells,
  index: ReturnType<typeof indexOf>,
  report: Report,
): StockVariant | null {
  const byCode = code === '' ? undefined : index.byCode.get(code)
  const byId = index.byId.get(id)
  if (isScientific(id)) report('variantId', 'The spreadsheet has turned this into a number')
  else if (isScientific(code)) report('barcode', 'The spreadsheet has turned this into a number')
  else if (id !== '' && !byId) report('variantId', 'There is no variant with this id')
  else if (code !== '' && !byCode) report('barcode', 'No variant has this barcode')
  else if (byId && byCode && byId !== byCode) report('barcode', `This barcode belongs to ${byCode.title}`)
  else if (!byId && !byCode) report('variantId', 'The row names no variant')
  else return byId ?? byCode ?? null
  return null
}

const whole = (text: string, least: number) =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= MAX_STOCK ? Number(text) : null

function amountsOf(cells: StockCells, today: string, report: Report) {
  const counted = whole(cells.counted, 0)
  if (cells.counted !== '' && counted === null) report('counted', PIECES)
  const received = whole(cells.received, 1)
  if (cells.received !== '' && received === null) report('received', QUANTITY)
  if (cells.received === '' && cells.expiry !== '') report('expiry', 'An expiry needs received pieces')
  if (cells.received === '' && cells.cost !== '') report('cost', 'A cost needs received pieces')
  const expiry = readDay(cells.expiry)
  if (expiry === null) report('expiry', 'Expiry must be a date, D/M/YYYY')
  else if (expiry !== '') {
    const doubt = expiryDoubt(expiry, today)
    if (doubt === 'past') report('expiry', 'These pieces have already expired')
    if (doubt === 'far') report('expiry', `A last good day is at most ${MAX_EXPIRY_YEARS} years ahead`)
  }
  const price = cells.cost.replace(',', '.')
  const isAmount = price === '' || (/^\d{1,7}(\.\d{1,2})?$/.test(price) && Number(price) <= 1_000_000)
  if (!isAmount) report('cost', 'Cost must be an amount in rupees with at most 2 decimals')
  if (cells.shelf.length > MAX_SHELF) report('shelf', `Shelf has ${MAX_SHELF} characters at most`)
  const cost = isAmount && Number(price) > 0 ? Math.round(Number(price) * 100) : null
  return { counted, received, expiry: expiry || null, cost }
}

/** The value of By Weight in a row; null if the cell is empty or has the stored value. */
function weighingOf({ byWeight: text }: StockCells, variant: StockVariant, report: Report): boolean | null {
  if (text !== '' && text !== 'Yes' && text !== 'No') report('byWeight', 'Write Yes or No')
  const byWeight = text === 'Yes'
  if (byWeight && !isWeighable(variant.productQuantity.split(' ').at(-1) ?? ''))
    report('byWeight', 'Only what is sold in GM, MG or Kilo can be weighed')
  return text === '' || byWeight === variant.byWeight ? null : byWeight
}

type Options = {
  variants: readonly StockVariant[]
  today: string
  mark: DecimalMark
  /** Whether the `n`th row had another variant, or none, when the file was checked. */
  hasMoved?: (n: number, variantId: string) => boolean
}

/**
 * Compares a file with the store. A variant is counted once; its counted pieces come before received ones, whatever the
 * order of the rows. An empty cell changes nothing.
 */
export function readStockFile(lines: readonly Line[], options: Options): StockFile {
  const head = readStockHead(lines[0])
  if (head.errors.length > 0) return { errors: head.errors, groups: [], changed: [], changes: [] }
  const index = indexOf(options.variants)
  const countedIn = new Map<string, number>()
  const read = lines.slice(1).map((line, n) => {
    const group: Group = { rows: [line.row], errors: [], variantId: null }
    const report: Report = (column, message) =>
      void group.errors.push({ row: line.row, column: columns[column].header, message })
    const cells = readCells(columns, head, line, options.mark)
    const named = variantOf(cells, index, report)
    group.variantId = named?.variantId ?? null
    const hasMoved = named !== null && options.hasMoved?.(n, named.variantId) === true
    if (hasMoved) report('barcode', `${barcodeMoved(named.title)}. Check the file again`)
    const variant = hasMoved ? null : named
    const amounts = amountsOf(cells, options.today, report)
    const earlier = variant && amounts.counted !== null ? countedIn.get(variant.variantId) : undefined
    if (earlier !== undefined) report('counted', `Row ${earlier} already counts this variant`)
    else if (variant && amounts.counted !== null) countedIn.set(variant.variantId, line.row)
    const shelf = variant && cells.shelf !== '' && cells.shelf !== variant.shelf ? cells.shelf : null
    const byWeight = variant && weighingOf(cells, variant, report)
    const barcode = cells.variantId === '' ? cells.barcode : ''
    return { group, row: variant && { row: line.row, variant, barcode, ...amounts, shelf, byWeight } }
  })
  const right = read.flatMap(({ group, row }) => (row && group.errors.length === 0 ? [{ group, row }] : []))
  return { errors: [], groups: read.map(({ group }) => group), ...changesOf(right) }
}

/** Adds up the pieces of the rows without errors. A row that would exceed `MAX_STOCK` gets an error. */
function changesOf(right: readonly { group: Group; row: StockFileRow }[]) {
  const levels = new Map<string, number>()
  for (const { row } of right)
    if (row.counted !== null) levels.set(row.variant.variantId, row.counted)
    else if (!levels.has(row.variant.variantId)) levels.set(row.variant.variantId, row.variant.onHand ?? 0)
  const changed: StockFileRow[] = []
  const changes: SheetChange[] = []
  for (const { group, row } of right) {
    const { variant, received, shelf, byWeight } = row
    const counted = row.counted === variant.onHand ? null : row.counted
    const level = levels.get(variant.variantId) ?? 0
    const after = level + (received ?? 0)
    if (after > MAX_STOCK) {
      const message = `A variant has at most ${count(MAX_STOCK)} pieces`
      group.errors.push({ row: row.row, column: columns.received.header, message })
      continue
    }
    levels.set(variant.variantId, after)
    if (counted === null && received === null && shelf === null && byWeight === null) continue
    changed.push({ ...row, counted })
    const { title, productQuantity: pack } = variant
    const change = (column: StockColumn, before: string | null, to: string) =>
      void changes.push({
        row: row.row,
        title,
        variant: pack,
        column: columns[column].header,
        before,
        after: to,
      })
    if (counted !== null || received !== null) {
      const before =
        row.counted === null ? (variant.onHand === null && level === 0 ? null : level) : variant.onHand
      change('onHand', before?.toString() ?? null, String(received === null ? counted : after))
    }
    if (row.expiry !== null) change('expiry', null, formatDay(row.expiry))
    if (shelf !== null) change('shelf', variant.shelf, shelf)
    if (byWeight !== null) change('byWeight', byWeight ? 'No' : 'Yes', byWeight ? 'Yes' : 'No')
  }
  return { changed, changes }
}

export function stockCounts({ groups, changed }: StockFile) {
  const wrong = groups.filter(({ errors }) => errors.length > 0).length
  return { changed: changed.length, unchanged: groups.length - wrong - changed.length, wrong }
}
