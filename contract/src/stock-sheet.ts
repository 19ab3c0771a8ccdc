import { count } from '@kirana/domain/count'
import { formatDay } from '@kirana/domain/calendar'
import { readDay } from '@kirana/domain/day'
import { barcodeMoved, MAX_STOCK } from '@kirana/domain/stock'
import type { SheetChange, SheetError } from './product-files.ts'
import { cleanDate, cleanNumber, type DecimalMark, isScientific } from './product-sheet-cells.ts'
import { REASON } from './product-sheet-columns.ts'
import type { Line } from './product-sheet-head.ts'
import { MAX_SHELF, PIECES, QUANTITY } from './stock.ts'

/** The columns of a stock sheet. The first six are for reading, but a row is named by its id or a barcode. */
export const stockHead = [
  'Variant Id',
  'Barcode',
  'Title',
  'Pack',
  'On Hand',
  'Shelf',
  'Counted',
  'Received',
  'Expiry',
  'Cost',
] as const
type Column = (typeof stockHead)[number]

export type SheetVariant = {
  variantId: string
  productId: string
  title: string
  pack: string
  shelf: string
  onHand: number | null
  barcodes: readonly string[]
}

/** What a row asks for; null where it says nothing. `cost` is paise for one piece. */
export type StockSheetRow = {
  row: number
  variant: SheetVariant
  /** The barcode that names the variant, '' if its id does. */
  barcode: string
  counted: number | null
  received: number | null
  expiry: string | null
  cost: number | null
  shelf: string | null
}

type Group = { rows: number[]; errors: SheetError[]; variantId: string | null }
export type StockSheet = {
  /** Errors of the file as a whole. */
  errors: SheetError[]
  /** One for each row. */
  groups: Group[]
  /** The rows that are right and change something. */
  changed: StockSheetRow[]
  changes: SheetChange[]
}

type Cells = Record<Column, string>

/** Reads the order of the columns. */
function readHead(line: Line | undefined) {
  const names = (line?.cells ?? []).map((text) => text.trim().toLowerCase())
  const order = stockHead.map((column) => names.indexOf(column.toLowerCase()))
  const errors: SheetError[] = []
  const report = (column: string, message: string) => void errors.push({ row: 1, column, message })
  for (const [n, name] of names.entries()) {
    const known = stockHead.find((column) => column.toLowerCase() === name)
    if (name === '' || name === REASON.toLowerCase()) continue
    if (!known) report(line?.cells[n]?.trim() ?? '', 'Unknown column')
    else if (names.indexOf(name) !== n) report(known, 'This column appears twice')
  }
  const has = (column: Column) => order[stockHead.indexOf(column)] !== -1
  if (!has('Variant Id') && !has('Barcode'))
    report('', 'A column Variant Id or Barcode must name the variants')
  if (!has('Counted') && !has('Received') && !has('Shelf'))
    report('', 'There is no column Counted, Received or Shelf')
  const cellsOf = ({ cells }: Line) =>
    Object.fromEntries(stockHead.map((column, n) => [column, (cells[order[n] ?? -1] ?? '').trim()])) as Cells
  return { errors, cellsOf }
}

/** The ids and barcodes in a file, to be looked up in the store before it is read. */
export function variantsNamedIn(lines: readonly Line[]) {
  const { errors, cellsOf } = readHead(lines[0])
  if (errors.length > 0) return { ids: [], barcodes: [] }
  const cells = lines.slice(1).map(cellsOf)
  const distinct = (column: Column) => [...new Set(cells.map((row) => row[column]).filter(Boolean))]
  return { ids: distinct('Variant Id').map((id) => id.toLowerCase()), barcodes: distinct('Barcode') }
}

type Report = (column: Column, message: string) => void

/** The variants of a store by id and by barcode. */
function indexOf(variants: readonly SheetVariant[]) {
  const byId = new Map(variants.map((variant) => [variant.variantId, variant]))
  const byCode = new Map(
    variants.flatMap((variant) => variant.barcodes.map((code) => [code, variant] as const)),
  )
  return { byId, byCode }
}
type Index = ReturnType<typeof indexOf>

function variantOf(cells: Cells, index: Index, report: Report): SheetVariant | null {
  const { 'Variant Id': id, Barcode: code } = cells
  if (isScientific(code) || isScientific(id)) {
    report(isScientific(id) ? 'Variant Id' : 'Barcode', 'The spreadsheet has turned this into a number')
    return null
  }
  const byCode = code === '' ? undefined : index.byCode.get(code)
  const byId = index.byId.get(id.toLowerCase())
  if (id !== '' && !byId) report('Variant Id', 'There is no variant with this id')
  else if (code !== '' && !byCode) report('Barcode', 'No variant has this barcode')
  else if (byId && byCode && byId !== byCode) report('Barcode', `This barcode belongs to ${byCode.title}`)
  else if (!byId && !byCode) report('Variant Id', 'The row names no variant')
  else return byId ?? byCode ?? null
  return null
}

const whole = (text: string, mark: DecimalMark, least: number) => {
  const number = cleanNumber(text, mark)
  return /^\d{1,7}$/.test(number) && Number(number) >= least && Number(number) <= MAX_STOCK
    ? Number(number)
    : null
}

function amountsOf(cells: Cells, { today, mark }: Options, report: Report) {
  const { Counted, Received, Expiry, Cost, Shelf } = cells
  const counted = Counted === '' ? null : whole(Counted, mark, 0)
  if (Counted !== '' && counted === null) report('Counted', PIECES)
  const received = Received === '' ? null : whole(Received, mark, 1)
  if (Received !== '' && received === null) report('Received', QUANTITY)
  if (Received === '' && Expiry !== '') report('Expiry', 'An expiry needs received pieces')
  if (Received === '' && Cost !== '') report('Cost', 'A cost needs received pieces')
  const expiry = readDay(cleanDate(Expiry))
  if (expiry === null) report('Expiry', 'Expiry must be a date, D/M/YYYY')
  else if (expiry !== '' && expiry < today) report('Expiry', 'These pieces have already expired')
  const price = cleanNumber(Cost, mark).replace(',', '.')
  const isAmount = Cost === '' || (/^\d{1,7}(\.\d{1,2})?$/.test(price) && Number(price) <= 1_000_000)
  if (!isAmount) report('Cost', 'Cost must be an amount in rupees with at most 2 decimals')
  if (Shelf.length > MAX_SHELF) report('Shelf', `Shelf has ${MAX_SHELF} characters at most`)
  const cost = isAmount && Number(price) > 0 ? Math.round(Number(price) * 100) : null
  return { counted, received, expiry: expiry || null, cost }
}

type Options = {
  variants: readonly SheetVariant[]
  today: string
  mark: DecimalMark
  /** Whether the `n`th row had another variant, or none, when the file was checked. */
  hasMoved?: (n: number, variantId: string) => boolean
}

/**
 * Compares a file with the store. A variant is counted once; its counted pieces come before received ones, wherever the
 * rows stand. An empty cell says nothing.
 */
export function readStockSheet(lines: readonly Line[], options: Options): StockSheet {
  const { errors, cellsOf } = readHead(lines[0])
  if (errors.length > 0) return { errors, groups: [], changed: [], changes: [] }
  const index = indexOf(options.variants)
  const countedIn = new Map<string, number>()
  const read = lines.slice(1).map((line, n) => {
    const group: Group = { rows: [line.row], errors: [], variantId: null }
    const report: Report = (column, message) => void group.errors.push({ row: line.row, column, message })
    const cells = cellsOf(line)
    const named = variantOf(cells, index, report)
    group.variantId = named?.variantId ?? null
    const hasMoved = named !== null && options.hasMoved?.(n, named.variantId) === true
    if (hasMoved) report('Barcode', `${barcodeMoved(named.title)}. Check the file again`)
    const variant = hasMoved ? null : named
    const amounts = amountsOf(cells, options, report)
    const earlier = variant && amounts.counted !== null ? countedIn.get(variant.variantId) : undefined
    if (earlier !== undefined) report('Counted', `Row ${earlier} already counts this variant`)
    else if (variant && amounts.counted !== null) countedIn.set(variant.variantId, line.row)
    const shelf = variant && cells.Shelf !== '' && cells.Shelf !== variant.shelf ? cells.Shelf : null
    const barcode = cells['Variant Id'] === '' ? cells.Barcode : ''
    return { group, row: variant && { row: line.row, variant, barcode, ...amounts, shelf } }
  })
  const right = read.flatMap(({ group, row }) => (row && group.errors.length === 0 ? [{ group, row }] : []))
  const levels = new Map<string, number>()
  for (const { row } of right)
    if (row.counted !== null) levels.set(row.variant.variantId, row.counted)
    else if (!levels.has(row.variant.variantId)) levels.set(row.variant.variantId, row.variant.onHand ?? 0)
  const changed: StockSheetRow[] = []
  const changes: SheetChange[] = []
  for (const { group, row } of right) {
    const { variant, received, shelf } = row
    const counted = row.counted === variant.onHand ? null : row.counted
    const level = levels.get(variant.variantId) ?? 0
    const after = level + (received ?? 0)
    if (after > MAX_STOCK) {
      const message = `A variant has at most ${count(MAX_STOCK)} pieces`
      group.errors.push({ row: row.row, column: 'Received', message })
      continue
    }
    levels.set(variant.variantId, after)
    if (counted === null && received === null && shelf === null) continue
    changed.push({ ...row, counted })
    const { title, pack } = variant
    const change = (column: string, before: string | null, to: string) =>
      void changes.push({ row: row.row, title, variant: pack, column, before, after: to })
    if (counted !== null || received !== null) {
      const before =
        row.counted === null ? (variant.onHand === null && level === 0 ? null : level) : variant.onHand
      change('On Hand', before?.toString() ?? null, String(received === null ? counted : after))
    }
    if (row.expiry !== null) change('Expiry', null, formatDay(row.expiry))
    if (shelf !== null) change('Shelf', variant.shelf, shelf)
  }
  return { errors: [], groups: read.map(({ group }) => group), changed, changes }
}

export const stockErrors = ({ errors, groups }: StockSheet): SheetError[] => [
  ...errors,
  ...groups.flatMap((group) => group.errors),
]

export function stockCounts({ groups, changed }: StockSheet) {
  const wrong = groups.filter(({ errors }) => errors.length > 0).length
  return { changed: changed.length, unchanged: groups.length - wrong - changed.length, wrong }
}
