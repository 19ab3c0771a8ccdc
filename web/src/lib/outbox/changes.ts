import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'

/** A status change that was made on this device. */
export type Change = {
  kind: 'status'
  /** Idempotency key: if the change is sent again after a lost response, the server returns the first response. */
  key: string
  /** Id of the staff member who made the change. */
  by: string
  orderId: string
  /** The order's number as users see it: `order_id`. */
  number: string
  from: DeliveryStatusName
  to: DeliveryStatusName
  /** Time of the change, later of its success; ms since 1970. */
  at: number
  state: 'queued' | 'done' | 'refused'
  /** Whether it was sent at least once, so that the server may have applied it. */
  isSent: boolean
  /** Whether it undoes an earlier change. */
  isUndo: boolean
  /** Why a paid order is canceled. */
  reason?: string
  /** Whether the change discards the order's pick. */
  discardsPick?: boolean
  /** The server's message and code, if it rejected the change. */
  message: string
  code?: string
}

type Changes = readonly Change[]

/** How long a successful change can be recalled, and how many changes can. */
export const RECALL_MS = 10 * 60_000
export const RECALLED = 10

const isQueued = ({ state }: Change) => state === 'queued'
/** Whether an entry of the queue is still to be sent. */
export const isUnsent = ({ kind, state, refused }: { kind: string; state?: string; refused?: object }) =>
  kind === 'pick' ? !refused : state === 'queued'
export const queuedOf = (changes: Changes) => changes.filter(isQueued)
export const refusedOf = (changes: Changes) => changes.filter(({ state }) => state === 'refused')

/**
 * The changes that can be recalled, the latest first: at most ten of the last ten minutes, and the last one of each
 * user whatever its age.
 */
export function recallable(changes: Changes, now: number) {
  const done = changes.filter(({ state }) => state === 'done').toSorted((a, b) => b.at - a.at)
  const isLast = (change: Change) => done.find(({ by }) => by === change.by) === change
  return done.filter((one, n) => isLast(one) || (n < RECALLED && now - one.at < RECALL_MS))
}

/** The change that a card shows for its order: the latest queued one, otherwise the latest. */
export const changeOf = (changes: Changes, orderId: string) =>
  changes.findLast((change) => change.orderId === orderId && isQueued(change)) ??
  changes.findLast((change) => change.orderId === orderId)

/** Appends a change, and removes the order's earlier changes that are not queued. */
export const withAsked = (changes: Changes, change: Change): Changes => [
  ...changes.filter((one) => one.orderId !== change.orderId || isQueued(one)),
  change,
]

/** Undoes a change: one that was never sent is removed; for any other one, its reverse is queued. */
export function withUndone(changes: Changes, key: string, reverse: Pick<Change, 'key' | 'at'>): Changes {
  const change = changes.find((one) => one.key === key)
  if (!change || change.state === 'refused') return changes
  if (isQueued(change) && !change.isSent) return changes.filter((one) => one !== change)
  const { from, to } = change
  return withAsked(changes, {
    ...change,
    ...reverse,
    from: to,
    to: from,
    state: 'queued',
    isSent: false,
    isUndo: !change.isUndo,
    discardsPick: false,
  })
}

const replaced = (changes: Changes, key: string, part: Partial<Change>) =>
  changes.map((one) => (one.key === key ? { ...one, ...part } : one))

export const withSent = (changes: Changes, key: string): Changes => replaced(changes, key, { isSent: true })

/** Marks a change as done. A successful undo is removed, because it cannot be recalled. */
export const withDone = (changes: Changes, key: string, now: number): Changes =>
  changes.some((one) => one.key === key && one.isUndo)
    ? changes.filter((one) => one.key !== key)
    : replaced(changes, key, { state: 'done', at: now })

/** Marks a change as rejected, and removes later queued changes of the same order. */
export function withRefused(
  changes: Changes,
  key: string,
  { message, code }: { message: string; code: string },
): Changes {
  const refused = changes.find((one) => one.key === key)
  if (!refused) return changes
  const left = changes.filter((one) => one === refused || one.orderId !== refused.orderId || !isQueued(one))
  return replaced(left, key, { state: 'refused', message, code })
}

export const without = (changes: Changes, key: string): Changes => changes.filter((one) => one.key !== key)

/** Removes successful changes that can no longer be recalled. */
export function pruned(changes: Changes, now: number): Changes {
  const kept = new Set(recallable(changes, now))
  const left = changes.filter((change) => change.state !== 'done' || kept.has(change))
  return left.length === changes.length ? changes : left
}
