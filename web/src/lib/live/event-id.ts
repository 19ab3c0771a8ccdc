/** An event's id is its epoch and its number in it; what follows is for the server. */
function partsOf(id: string) {
  const [epoch, number] = id.split(':')
  return { epoch, number: Number(number) }
}

/**
 * Whether the event `id` comes after the event `known`. Of two epochs nobody knows, so that is yes: the tab asks for what it
 * lacks, and learns that it has to begin again.
 */
export function isAfter(id: string, known: string) {
  const [one, other] = [partsOf(id), partsOf(known)]
  return id !== known && (one.epoch !== other.epoch || one.number > other.number)
}

/**
 * What to resume after. A number alone is of the release before, to which the server would speak as before: `unknown` makes
 * it begin again instead.
 */
export const resumable = (id: string) => (id.includes(':') ? id : 'unknown')
