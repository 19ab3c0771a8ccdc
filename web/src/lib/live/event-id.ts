/** The id of an event consists of its epoch, its number in the epoch, its time and, if the server has a replica, its position. */
function partsOf(id: string) {
  const [epoch, number] = id.split(':')
  return { epoch, number: Number(number) }
}

/**
 * Whether the event `id` comes after the event `known`. Also true for events of two epochs, which have no order: the
 * tab then requests the missing events and gets `reset`.
 */
export function isAfter(id: string, known: string) {
  const [one, other] = [partsOf(id), partsOf(known)]
  return id !== known && (one.epoch !== other.epoch || one.number > other.number)
}

/** A database position after the commit of the event; undefined if the server has no replica. */
export const positionIn = (id: string) => id.split(':')[3]

/**
 * The id to resume after. The previous release stored plain numbers, and the server answers these with plain numbers.
 * Such an id is replaced by 'unknown', to which the server answers `reset`.
 */
export const resumable = (id: string) => (id.includes(':') ? id : 'unknown')
