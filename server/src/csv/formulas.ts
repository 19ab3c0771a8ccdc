/** First characters of formulas, with the full-width and small forms that Japanese spreadsheets treat alike. */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
/** Positions where a cell can begin: in some locales also after a semicolon, a tab, a bar or a line end. */
const begin = '(?:^|[;|\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029])'
/** Characters that spreadsheets ignore before a formula: spaces, control and zero-width characters, quotes. */
const unseen = '[\\s\\p{Z}\\p{Cc}\\p{Cf}"]*'

/**
 * Matches the position before a formula, or before apostrophes that already precede it. `guard` adds an apostrophe
 * there even then, so that `unguard` restores every cell exactly. A cell that begins with a tab or a line end counts as
 * a formula too.
 */
const places = (apostrophes: string) =>
  new RegExp(`(?<!')(?=${apostrophes}${sign})(?<=${begin}${unseen})|^(?=${apostrophes}[\\t\\r\\n])`, 'gu')
const unguarded = places("'*")
const guarded = new RegExp(`(?:${places("'+").source})'`, 'gu')

/** Puts an apostrophe before anything that a spreadsheet could take for a formula, within the cell too. */
export const guard = (cell: string) => cell.replace(unguarded, "'")
/** Removes the apostrophes that `guard` adds. */
export const unguard = (cell: string) => cell.replace(guarded, '')
