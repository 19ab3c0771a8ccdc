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
