import type { SheetError } from '@kirana/contract/product-files'
import { cleanCell, isSame, type Kind } from './kinds.ts'
import type { DecimalMark, Line } from './read.ts'

/** A column of a file that is written, read, cleaned and compared. */
export type Column = {
  header: string
  kind: Kind
  /** Whether a file must have the column. */
  required?: true
}
export type Columns<Key extends string> = Readonly<Record<Key, Column>>
export type Cells<Key extends string> = Record<Key, string>

/** An additional column of the file of wrong rows. Imports ignore it. */
export const REASON = 'Reason'

export const keysOf = <Key extends string>(columns: Readonly<Record<Key, unknown>>) =>
  Object.keys(columns) as Key[]

/** An object with `cell(key)` for each column. */
export const cellsBy = <Key extends string>(columns: Columns<Key>, cell: (key: Key) => string) =>
  Object.fromEntries(keysOf(columns).map((key) => [key, cell(key)])) as Cells<Key>

/** The columns of a file in its order; '' for an empty header. */
export type Head<Key extends string> = {
  order: readonly (Key | typeof REASON | '')[]
  has: ReadonlySet<Key>
  errors: SheetError[]
}

/** Reads the order of the columns. `errors` has those that are unknown or appear twice. */
export function readHead<Key extends string>(columns: Columns<Key>, line: Line | undefined): Head<Key> {
  const names = (line?.cells ?? []).map((text) => text.trim())
  const keyOf = (name: string) => keysOf(columns).find((key) => isSame(columns[key].header, name))
  const errors: SheetError[] = []
  const named = names.filter((name) => name !== '')
  for (const [name, spellings] of Map.groupBy(named, (each) => each.toLowerCase())) {
    const key = keyOf(name)
    const column = key ? columns[key].header : (spellings.at(-1) ?? '')
    const report = (message: string) => errors.push({ row: 1, column, message })
    if (!key && !isSame(name, REASON)) report('Unknown column')
    if (spellings.length > 1) report('This column appears twice')
  }
  const order = names.map((name) => (isSame(name, REASON) ? REASON : (keyOf(name) ?? '')))
  return { order, has: new Set(names.flatMap((name) => keyOf(name) ?? [])), errors }
}

/** The cleaned cells of a row by column; '' if the file does not have the column. */
export const readCells = <Key extends string>(
  columns: Columns<Key>,
  { order }: Head<Key>,
  { cells }: Line,
  mark: DecimalMark,
) => cellsBy(columns, (key) => cleanCell(columns[key].kind, cells[order.indexOf(key)] ?? '', mark))
