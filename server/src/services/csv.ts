import papaparse from 'papaparse'

/** Without an end of text: the library's own pattern misses a formula that goes on in a second line. */
const formula = /^[=+\-@\t\r]/

/**
 * A table as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. A cell that a spreadsheet would take for a
 * formula gets an apostrophe in front.
 */
export const csvOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  `\uFEFF${papaparse.unparse([head, ...rows] as string[][], { escapeFormulae: formula, newline: '\r\n' })}\r\n`
