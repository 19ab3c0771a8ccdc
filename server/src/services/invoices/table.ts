import { formatRupees, toPercent } from '@kirana/domain/money'
import type { InvoiceData, InvoiceLine } from './data.ts'
import type { Sheet } from './sheet.ts'
import { ACCENT, body, LEFT, WIDTH } from './sheet.ts'
import type { Style } from './text.ts'
import { lineHeight, tidy } from './text.ts'

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

/** Draws the invoice lines. Columns without any value are omitted. */
export function drawLines(page: Sheet, invoice: InvoiceData, showRate: boolean): void {
  const columns: (Column<InvoiceLine> | false)[] = [
    { head: 'No.', width: 28, text: (_, index) => `${index + 1}` },
    { head: 'Description', width: 0, lines: 12, text: (line) => line.title },
    invoice.lines.some((line) => tidy(line.hsn) !== '') && {
      head: 'HSN',
      width: 52,
      lines: 2,
      text: (line) => line.hsn,
    },
    { head: 'Unit', width: 56, lines: 3, text: (line) => line.quantityText },
    { head: 'Qty', width: 32, align: 'right', text: (line) => `${line.quantity}` },
    { head: 'Rate', width: 70, align: 'right', text: (line) => formatRupees(line.price) },
    showRate && {
      head: 'GST',
      width: 38,
      align: 'right',
      text: (line) => (line.taxRate === null ? '–' : percent(line.taxRate)),
    },
    { head: 'Value', width: 76, align: 'right', text: (line) => formatRupees(line.total) },
  ]
  drawTable(
    page,
    columns.filter((column) => column !== false),
    invoice.lines,
    body,
    { band: ACCENT, color: '#ffffff' },
  )
}
