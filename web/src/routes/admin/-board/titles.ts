/** Titles up to this many characters are shown in full. */
const WHOLE = 60
/** Characters that a longer title keeps at its end, where packs of one product differ. */
const END = 20

/** The title as a card shows it. A long one is shortened in the middle. */
export function cardTitle(title: string): string {
  const characters = [...title]
  if (characters.length <= WHOLE) return title
  const start = characters.slice(0, WHOLE - END - 1).join('')
  return `${start.trimEnd()}…${characters.slice(-END).join('').trimStart()}`
}
