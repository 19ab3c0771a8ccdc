/**
 * A place in the primary's write-ahead log, `timeline/LSN` in hexadecimal digits such as `1/0/30001B0`. A replica that
 * has replayed it on the same timeline has everything that was committed before.
 */
export type Position = string

/** SQL, one value: the primary's current position, which is after every commit of this connection. */
export const CURRENT_POSITION = `(SELECT ltrim(left(pg_walfile_name(lsn), 8), '0') || '/' || lsn FROM pg_current_wal_insert_lsn() lsn)`

/**
 * A position that no replica reaches, because no timeline has the number 0. Used if the position of a commit could not
 * be read.
 */
export const UNREACHABLE: Position = '0/0/0'

const shape = /^([\dA-F]{1,8})\/([\dA-F]{1,8})\/([\dA-F]{1,8})$/

export const isPosition = (text: unknown): text is Position => typeof text === 'string' && shape.test(text)

function partsOf(position: Position) {
  const [, timeline = '', high = '', low = ''] = shape.exec(position) ?? []
  return { timeline, lsn: BigInt(`0x${high || 0}`) * 2n ** 32n + BigInt(`0x${low || 0}`) }
}

/**
 * Whether both positions are on the same timeline. A failover starts a new one, and LSNs of two timelines cannot be
 * compared.
 */
export const areComparable = (one: Position, other: Position) =>
  partsOf(one).timeline === partsOf(other).timeline

/** Whether `position` is at or after `required`, on the same timeline. */
export const hasReached = (position: Position, required: Position) =>
  areComparable(position, required) && partsOf(position).lsn >= partsOf(required).lsn

/** The greatest position; null if they are on different timelines. */
export function greatestOf(positions: readonly Position[]): Position | null {
  const [first] = positions
  if (first === undefined || !positions.every((position) => areComparable(position, first))) return null
  return positions.reduce((greatest, position) => (hasReached(position, greatest) ? position : greatest))
}
