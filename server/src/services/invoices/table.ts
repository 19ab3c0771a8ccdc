import { formatRupees, toPercent } from '@kirana/domain/money'
import type { InvoiceData, InvoiceLine } from './data.ts'
import type { Sheet } from './sheet.ts'
import { ACCENT, body, LEFT, WIDTH } from './sheet.ts'
import type { Style } from './text.ts'
import { joined, lineHeight, tidy } from './text.ts'

const GAP = 5
const PADDING = 3.5

export type Column<Row> = {
  head: string
  /** Points; 0, allowed for one column, takes the remaining width. */
  width: number
  align?: 'right'
  /** The maximum of wrapped lines, so that a row fits on a page; without it, long text is drawn smaller. */
  lines?: number
  text: (row: Row, index: number) => string
}

/** Basis points as '5%' or '2.5%'. */
export const percent = (rate: number) => `${toPercent(rate)}%`

/** Background and text color of a table's head. */
type HeadStyle = { band: string; color: string }

/** Draws a table over any number of pages, with its head on each. */
export function drawTable<Row>(
  page: Sheet,
  columns: Column<Row>[],
  rows: Row[],
  style: Style,
  headColors: HeadStyle,
): void {
  const { doc, write } = page
  const free = WIDTH - columns.reduce((sum, column) => sum + column.width, 0)
  let edge = LEFT
  const cells = columns.map((column) => {
    const x = edge + GAP
    edge += column.width === 0 ? free : column.width
    return { ...column, x, room: edge - x - GAP }
  })

  const headStyle: Style = { ...style, weight: 700, color: headColors.color }
  const head = () => {
    const height = lineHeight(headStyle) + 2 * PADDING
    doc.rect(LEFT, page.y, WIDTH, height).fill(headColors.band)
    for (const { head, x, room, align } of cells)
      write.line(head, x, page.y + PADDING, room, headStyle, align)
    page.y += height
  }

  page.room(70)
  head()
  for (const [index, row] of rows.entries()) {
    const texts = cells.map((cell) => {
      const text = cell.text(row, index)
      return cell.lines ? write.wrap(text, cell.room, style, cell.lines) : [text]
    })
    const height = Math.max(...texts.map(({ length }) => length)) * lineHeight(style) + 2 * PADDING
    if (page.room(height)) head()
    for (const [at, { x, room, align }] of cells.entries()) {
      for (const [nth, text] of (texts[at] ?? []).entries()) {
        write.line(text, x, page.y + PADDING + nth * lineHeight(style), room, style, align)
      }
    }
    page.y += height
    page.rule()
  }
}

type LineColumn = Column<InvoiceLine>

/** Formats a rate; '–' if it is unknown. */
export const rateText = (rate: number | null) => (rate === null ? '–' : rate === 0 ? 'Nil' : percent(rate))

/** Draws the invoice lines. Columns without any value are omitted. */
export function drawLines(page: Sheet, { lines, taxNames }: InvoiceData): void {
  const hsn: LineColumn | false = lines.some((line) => tidy(line.hsn) !== '') && {
    head: 'HSN',
    width: 52,
    lines: 2,
    text: (line) => line.hsn,
  }
  const number: LineColumn = { head: 'No.', width: 28, text: (_, index) => `${index + 1}` }
  const quantity: LineColumn = { head: 'Qty', width: 32, align: 'right', text: (line) => `${line.quantity}` }
  const amount = (head: string, width: number, of: (line: InvoiceLine) => number): LineColumn => ({
    head,
    width,
    align: 'right',
    text: (line) => formatRupees(of(line)),
  })
  const plain: (LineColumn | false)[] = [
    number,
    { head: 'Description', width: 0, lines: 12, text: (line) => line.title },
    hsn,
    { head: 'Unit', width: 56, lines: 3, text: (line) => line.quantityText },
    quantity,
    amount('Rate', 70, ({ price }) => price),
    amount('Value', 76, ({ total }) => total),
  ]
  const taxed: (LineColumn | false)[] = [
    number,
    // The unit is in the description column, because the number columns need the width.
    {
      head: 'Description',
      width: 0,
      lines: 12,
      text: (line) => joined([line.title, line.quantityText], ', '),
    },
    hsn,
    quantity,
    amount('Rate', 62, ({ price }) => price),
    amount('Value', 64, ({ total }) => total),
    lines.some(({ discount }) => discount > 0) && amount('Discount', 56, ({ discount }) => discount),
    {
      head: 'Taxable',
      width: 64,
      align: 'right',
      text: ({ rate, taxable }) => (rate === null ? '–' : formatRupees(taxable)),
    },
    { head: 'GST', width: 36, align: 'right', text: ({ rate }) => rateText(rate) },
  ]
  const columns = (taxNames === null ? plain : taxed).filter((column) => column !== false)
  drawTable(page, columns, lines, taxNames === null ? body : { size: 8 }, { band: ACCENT, color: '#ffffff' })
}
