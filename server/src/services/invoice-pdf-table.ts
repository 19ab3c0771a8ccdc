import { formatRupees, toPercent } from '@kirana/domain/money'
import type { InvoiceData, InvoiceLine } from './invoice-pdf-data.ts'
import type { Sheet } from './invoice-pdf-sheet.ts'
import { ACCENT, body, LEFT, WIDTH } from './invoice-pdf-sheet.ts'
import type { Style } from './invoice-pdf-text.ts'
import { lineHeight, tidy } from './invoice-pdf-text.ts'

const GAP = 5
const PADDING = 3.5

export type Column<Row> = {
  head: string
  /** Points; 0 takes what the others leave, for one column. */
  width: number
  align?: 'right'
  /** Wraps into at most so many lines, so that a row always fits on a page; otherwise it becomes smaller. */
  lines?: number
  text: (row: Row, index: number) => string
}

/** 5%, 2.5% of basis points. */
export const percent = (rate: number) => `${toPercent(rate)}%`

/** How a head looks: filled with `band`, written in `color`. */
type HeadLook = { band: string; color: string }

/** A table over as many pages as it needs, its head on each. */
export function drawTable<Row>(
  page: Sheet,
  columns: Column<Row>[],
  rows: Row[],
  style: Style,
  look: HeadLook,
): void {
  const { doc, write } = page
  const free = WIDTH - columns.reduce((sum, column) => sum + column.width, 0)
  let edge = LEFT
  const cells = columns.map((column) => {
    const x = edge + GAP
    edge += column.width === 0 ? free : column.width
    return { ...column, x, room: edge - x - GAP }
  })

  const headStyle: Style = { ...style, weight: 700, color: look.color }
  const head = () => {
    const height = lineHeight(headStyle) + 2 * PADDING
    doc.rect(LEFT, page.y, WIDTH, height).fill(look.band)
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

/** What was sold. Columns of which nothing is known are left out. */
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
