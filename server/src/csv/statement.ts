import type { StatementColumns } from '@kirana/contract/upi'
import { type Credit, statementAmount, statementDay } from '@kirana/domain/upi'
import { HttpError } from '../errors.ts'
import type { Line } from './read.ts'

/** Banks put the account's details before the table. */
const MAX_HEAD = 40

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const filled = ({ cells }: Line) => cells.filter((cell) => cell.trim() !== '')

/** The names of the table's columns, from the row with the most cells among the first ones. */
export function statementColumns(lines: readonly Line[]): string[] {
  const [head] = lines.slice(0, MAX_HEAD).toSorted((a, b) => filled(b).length - filled(a).length)
  return head ? [...new Set(filled(head).map((cell) => cell.trim()))] : []
}

const guesses = {
  date: /date/i,
  utr: /utr|rrn|ref|narration|description|particular/i,
  amount: /credit|deposit|amount/i,
}

/** The suggested columns: the remembered ones if the file has them, otherwise those with likely names. */
export function likelyColumns(
  columns: readonly string[],
  remembered: StatementColumns | null,
): StatementColumns {
  const has = (name: string) => columns.some((column) => same(column, name))
  if (remembered && Object.values(remembered).every(has)) return remembered
  const guess = (pattern: RegExp) => columns.find((column) => pattern.test(column)) ?? ''
  return { date: guess(guesses.date), utr: guess(guesses.utr), amount: guess(guesses.amount) }
}

/**
 * The credits of a statement, and the number of rows without a day or a credit.
 * @throws HttpError 422 `columns` when no row has the names of these columns
 */
export function readStatement(lines: readonly Line[], { date, utr, amount }: StatementColumns) {
  const names = [date, utr, amount]
  const at = lines.findIndex(({ cells }) => names.every((name) => cells.some((cell) => same(cell, name))))
  const head = lines[at]
  if (!head) throw new HttpError(422, `The file has no columns ${names.join(', ')}`, { code: 'columns' })
  const [dateAt = 0, utrAt = 0, amountAt = 0] = names.map((name) =>
    head.cells.findIndex((cell) => same(cell, name)),
  )
  const rows = lines.slice(at + 1)
  const credits = rows.flatMap(({ row, cells }): Credit[] => {
    const day = statementDay(cells[dateAt] ?? '')
    const credited = statementAmount(cells[amountAt] ?? '')
    return day === null || credited === null ? [] : [{ row, day, text: cells[utrAt] ?? '', amount: credited }]
  })
  return { credits, skipped: rows.length - credits.length }
}
