import type { OrderRow } from '@kirana/contract/orders'

type Rows = readonly OrderRow[]

const isSame = (a: Rows, b: Rows) => a.length === b.length && a.every((row, i) => row === b[i])

/**
 * The board's slots after a change of its orders. While the user is active, every order keeps its slot, even if it has
 * left the stage, and new orders come last. Once the board is idle, the slots have the orders of the stage and those
 * for which `stays` is true, sorted by `arrange`. Returns `slots` itself if nothing changes.
 */
export function slotsAfter(
  slots: Rows,
  rows: Rows,
  {
    isIdle,
    stays,
    arrange,
  }: { isIdle: boolean; stays: (orderId: string) => boolean; arrange: (rows: Rows) => Rows },
): Rows {
  const present = new Map(rows.map((row) => [row._id, row]))
  const taken = new Set(slots.map(({ _id }) => _id))
  const held = slots.map((slot) => present.get(slot._id) ?? slot)
  const next = isIdle
    ? arrange([...rows, ...slots.filter(({ _id }) => !present.has(_id) && stays(_id))])
    : [...held, ...arrange(rows.filter(({ _id }) => !taken.has(_id)))]
  return isSame(slots, next) ? slots : next
}
