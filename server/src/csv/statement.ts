import type { StatementColumns } from '@kirana/contract/upi'
import { type Credit, statementAmount, statementDay, statementSide } from '@kirana/domain/upi'
import { HttpError } from '../errors.ts'
import type { Line } from './read.ts'

/** Banks put the account's details before the table. */
const MAX_HEAD = 40

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const filled = ({ cells }: Line) => cells.filter((cell) => cell.trim() !== '')

/** The table of a statement whose head is the row at `at`. */
const tableAt = (lines: readonly Line[], at: number) => ({
  names: lines[at]?.cells.map((cell) => cell.trim()) ?? [],
  rows: lines.slice(at + 1),
})
type Table = ReturnType<typeof tableAt>

/** The head is the row with the most cells among the first ones. */
function likelyTable(lines: readonly Line[]): Table {
  const [head] = lines.slice(0, MAX_HEAD).toSorted((a, b) => filled(b).length - filled(a).length)
  return tableAt(lines, head ? lines.indexOf(head) : 0)
}

/** The names of the table's columns. */
export const statementColumns = (lines: readonly Line[]): string[] => [
  ...new Set(likelyTable(lines).names.filter(Boolean)),
]

const creditWords = /credit|deposit|(?<![a-z])cr(?![a-z])/i
const debitWords = /debit|withdraw|(?<![a-z])dr(?![a-z])/i
/** Whether the name of a column says that it has the credits only, as in 'Deposit Amount', unlike 'Dr / Cr'. */
const hasCredits = (name: string) => creditWords.test(name) && !debitWords.test(name)
const hasDebits = (name: string) => debitWords.test(name) && !creditWords.test(name)

/**
 * The first column in which most cells of dated rows say credit or debit, as `{at, name}`. Cells decide, because banks
 * name it 'Dr / Cr', 'Type' or not at all.
 */
function kindColumn({ names, rows }: Table, dateAt: number) {
  const dated = rows.filter(({ cells }) => statementDay(cells[dateAt] ?? '') !== null)
  const width = Math.max(0, ...dated.map(({ cells }) => cells.length))
  for (let at = 0; at < width; at++) {
    const texts = dated.map(({ cells }) => cells[at] ?? '').filter((cell) => cell.trim() !== '')
    if (texts.filter((cell) => statementSide(cell) !== null).length * 2 > texts.length)
      return { at, name: names[at] ?? '' }
  }
  return null
}

const guesses = { date: /date/i, utr: /utr|rrn|ref|narration|description|particular|remark/i }

/** The suggested columns: the remembered ones if the file has them, otherwise those with likely names and cells. */
export function likelyColumns(lines: readonly Line[], remembered: StatementColumns | null): StatementColumns {
  const table = likelyTable(lines)
  const names = table.names.filter(Boolean)
  const has = (name: string) => names.some((column) => same(column, name))
  const guess = (fits: (name: string) => boolean) => names.find(fits) ?? ''
  const isUsable = remembered && !hasDebits(remembered.amount)
  const known =
    isUsable && [remembered.date, remembered.utr, remembered.amount].every(has)
      ? remembered
      : {
          date: guess((name) => guesses.date.test(name)),
          utr: guess((name) => guesses.utr.test(name)),
          amount: guess(hasCredits) || guess((name) => /am(oun)?t/i.test(name) && !hasDebits(name)),
          kind: '',
        }
  if (known.kind !== '' && has(known.kind)) return known
  const kind = hasCredits(known.amount) ? null : kindColumn(table, table.names.indexOf(known.date))
  return { ...known, kind: kind?.name ?? '' }
}

const refuse = (message: string) => {
  throw new HttpError(422, message, { code: 'columns' })
}

/**
 * The credits of a statement, and the number of rows without a day or a credit. With `kind`, only rows whose cell there
 * says credit count.
 * @throws HttpError 422 `columns` when no row has the names of these columns, when the column of amounts has debits, or
 * when `kind` is '' and a column says that some of the amounts were debited
 */
export function readStatement(lines: readonly Line[], { date, utr, amount, kind }: StatementColumns) {
  const chosen = [date, utr, amount, kind].filter(Boolean)
  const head = lines.findIndex(({ cells }) => chosen.every((name) => cells.some((cell) => same(cell, name))))
  if (head === -1) refuse(`The file has no columns ${chosen.join(', ')}`)
  if (hasDebits(amount))
    refuse(`The column ${amount} has the amounts debited. Choose the column of the amount credited`)
  const table = tableAt(lines, head)
  const at = (name: string) => table.names.findIndex((cell) => same(cell, name))
  const [dateAt, utrAt, amountAt, kindAt] = [at(date), at(utr), at(amount), at(kind)]
  const isCredited = ({ cells }: Line) => kind === '' || statementSide(cells[kindAt] ?? '') === 'credit'
  const found = table.rows.flatMap((line): { line: Line; credit: Credit }[] => {
    const [day, credited] = [
      statementDay(line.cells[dateAt] ?? ''),
      statementAmount(line.cells[amountAt] ?? ''),
    ]
    if (day === null || credited === null || !isCredited(line)) return []
    return [{ line, credit: { row: line.row, day, text: line.cells[utrAt] ?? '', amount: credited } }]
  })
  const unread = kind === '' && !hasCredits(amount) ? kindColumn(table, dateAt) : null
  if (unread && found.some(({ line: { cells } }) => statementSide(cells[unread.at] ?? '') === 'debit'))
    refuse(
      unread.name === ''
        ? 'A column without a name says which amounts were debited. Name it in the file, then choose it'
        : `Choose ${unread.name} as the column that says credit or debit: some amounts were debited`,
    )
  return { credits: found.map(({ credit }) => credit), skipped: table.rows.length - found.length }
}
