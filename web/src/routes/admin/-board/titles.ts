/** A title of up to this many characters is shown whole. */
const WHOLE = 60
/** How many characters a longer one keeps at its end, where packs of one product differ. */
const END = 20

/** The title as a card shows it: a long one is cut in the middle. */
export function cardTitle(title: string): string {
  const characters = [...title]
  if (characters.length <= WHOLE) return title
  const start = characters.slice(0, WHOLE - END - 1).join('')
  return `${start.trimEnd()}…${characters.slice(-END).join('').trimStart()}`
}

/**
 * How many characters of the large type fit beside the quantity in a slot of packing mode, which is 300 px wide. Titles
 * in capitals count: a line with too few rows would be cut off, one with too many only leaves a row empty.
 */
const ROW = 28

/** How many rows of a slot a line takes. */
const rowsOf = ({ productTitle, productQuantity }: { productTitle: string; productQuantity: string }) => {
  // The marks of Devanagari take no room of their own.
  const text = `${cardTitle(productTitle)} ${productQuantity}`.replace(/\p{M}/gu, '')
  return Math.ceil(text.length / ROW)
}

/** Number of lines (at least 1) that fit into `rows` rows. If not all fit, one row is left for "and N more". */
export function linesIn(lines: readonly { productTitle: string; productQuantity: string }[], rows: number) {
  const within = (room: number) => {
    let used = 0
    const end = lines.findIndex((line) => (used += rowsOf(line)) > room)
    return end < 0 ? lines.length : end
  }
  return within(rows) === lines.length ? lines.length : Math.max(1, within(rows - 1))
}
