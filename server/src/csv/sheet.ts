import { createHash } from 'node:crypto'
import type { SheetChange, SheetError } from '@kirana/contract/product-files'
import { counted } from '@kirana/domain/count'
import { HttpError } from '../errors.ts'
import { type Column, REASON } from './columns.ts'
import { isSame } from './kinds.ts'
import type { Line } from './read.ts'
import { csvOf } from './write.ts'

export type Report = (column: string, message: string) => void

/** Reports the issues of a schema, each for its column. */
export function reportIssues(
  columns: Readonly<Record<string, Column>>,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  report: Report,
) {
  for (const { path, message } of issues) report(columns[String(path[0])]?.header ?? '', message)
}

/** Rows that are imported together. If any of them has an error, none is imported. */
type Group = { rows: readonly number[]; errors: readonly SheetError[] }
/** A file compared with the store. `errors` concern the whole file. */
type Sheet = { groups: readonly Group[]; errors: readonly SheetError[] }

/** Maximum number of errors, and of changes, listed in a response. */
export const MAX_LISTED = 200

/** All errors of a file by row. */
export const errorsOf = ({ groups, errors }: Sheet): SheetError[] =>
  [...errors, ...groups.flatMap((group) => group.errors)].toSorted((a, b) => a.row - b.row)

/** Rejects the whole file if it has any error. @throws HttpError 422 */
export function rejectErrors([first, ...more]: readonly SheetError[]) {
  if (!first) return
  const { row, column, message } = first
  const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'more error')})`
  throw new HttpError(422, `Row ${row}: ${[column, message].filter(Boolean).join(': ')}${others}`)
}

/** The reason why each row of a group is not imported, by row number. */
function reasonsOf({ rows, errors }: Group): (readonly [number, string])[] {
  const [first] = errors
  if (!first) return []
  const byRow = Map.groupBy(errors, ({ row }) => row)
  return rows.map((row) => {
    const own = byRow.get(row)?.map(({ column, message }) => [column, message].filter(Boolean).join(': '))
    return [row, own?.join('; ') ?? `Row ${first.row} of this product is wrong`]
  })
}

/** The wrong rows as CSV under the file's own header, with the reasons in a last column; '' if no row is wrong. */
function wrongRows([head, ...rows]: readonly Line[], groups: readonly Group[]): string {
  const names = head?.cells ?? []
  const keep = names.map((name) => !isSame(name.trim(), REASON))
  const own = (cells: readonly string[]) => names.flatMap((_, n) => (keep[n] ? [cells[n] ?? ''] : []))
  const reasons = new Map(groups.flatMap(reasonsOf))
  const wrong = rows.flatMap(({ row, cells }) => {
    const reason = reasons.get(row)
    return reason === undefined ? [] : [[...own(cells), reason]]
  })
  return wrong.length === 0 ? '' : csvOf([...own(names), REASON], wrong)
}

export function listedErrors(sheet: Sheet) {
  const errors = errorsOf(sheet)
  return { errors: errors.slice(0, MAX_LISTED), totalErrors: errors.length }
}

/** The changes, errors and wrong rows that the check of a file returns. */
export const findingsOf = (lines: readonly Line[], sheet: Sheet, changes: readonly SheetChange[]) => ({
  changes: changes.slice(0, MAX_LISTED),
  totalChanges: changes.length,
  ...listedErrors(sheet),
  wrongRows: wrongRows(lines, sheet.groups),
})

const SEEN_LENGTH = 4
/** Four characters of the hash of a product's or row's state at the check, by which the import detects a change. */
export const seenOf = (state: string) =>
  createHash('sha256').update(state).digest('base64url').slice(0, SEEN_LENGTH)
/** The part of `seen` for the `n`th product or row. */
export const seenAt = (seen: string, n: number) => seen.slice(n * SEEN_LENGTH, (n + 1) * SEEN_LENGTH)
