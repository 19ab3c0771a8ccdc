import type { Style, Writer } from './text.ts'
import { MUTED } from './text.ts'

/** A4 in points. */
const HEIGHT = 841.89
export const LEFT = 40
export const RIGHT = 555.28
export const WIDTH = RIGHT - LEFT
const TOP = 36
const BOTTOM = HEIGHT - 50

export const RULE = '#d3d9d5'
export const BAND = '#eef3f0'
export const ACCENT = '#14532d'

export const label: Style = { size: 7.5, color: MUTED }
export const body: Style = { size: 9 }
export const strong: Style = { size: 9, weight: 700 }

/** The drawing position. Parts are drawn downwards and call `room` first. */
export type Sheet = {
  doc: PDFKit.PDFDocument
  write: Writer
  y: number
  /** Starts a new page if less than `height` points are left; returns whether it did. */
  room: (height: number) => boolean
  /** A thin line over the whole width. */
  rule: () => void
}

/** `head` draws the top of every page but the first. */
export function sheet(doc: PDFKit.PDFDocument, write: Writer, head: (sheet: Sheet) => void): Sheet {
  const page: Sheet = {
    doc,
    write,
    y: TOP,
    room(height) {
      if (page.y + height <= BOTTOM) return false
      doc.addPage()
      page.y = TOP
      head(page)
      return true
    },
    rule() {
      doc.moveTo(LEFT, page.y).lineTo(RIGHT, page.y).lineWidth(0.6).stroke(RULE)
    },
  }
  return page
}

/** Draws the page footers; call it last, when the number of pages is known. */
export function drawFeet(doc: PDFKit.PDFDocument, write: Writer, left: string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const y = BOTTOM + 12
    doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).stroke(RULE)
    write.block(left, LEFT, y + 6, WIDTH - 80, label, 1)
    write.line(`Page ${page + 1} of ${count}`, RIGHT - 70, y + 6, 70, label, 'right')
  }
}
