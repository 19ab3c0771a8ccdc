import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'

/** A status change that was asked for on this device. */
export type Change = {
  kind: 'status'
  /** Idempotency key: sent again after a lost answer, it gets the first one. */
  key: string
  /** Id of the staff member who asked. */
  by: string
  orderId: string
  /** The number people read out: `order_id`. */
  number: string
  from: DeliveryStatusName
  to: DeliveryStatusName
  /** When it was asked for, then when it was done; ms since 1970. */
  at: number
  state: 'queued' | 'done' | 'refused'
  /** It left this device at least once, so the server may have applied it. */
  isSent: boolean
  /** It takes an earlier change back. */
  isUndo: boolean
  /** Why a paid order is canceled. */
  reason?: string
  /** Whether the change discards the order's pick. */
  discardsPick?: boolean
  /** The server's message and code, once it refused the change. */
  message: string
  code?: string
}

type Changes = readonly Change[]

/** How long a change that is done can be recalled, and how many are. */
export const RECALL_MS = 10 * 60_000
export const RECALLED = 10

const isQueued = ({ state }: Change) => state === 'queued'
/** Whether an entry of the queue is an action of staff that the server has not stored. */
export const isUnsent = ({ kind, state, refused }: { kind: string; state?: string; refused?: object }) =>
  (kind === 'pick' && !refused) || (kind === 'status' && state === 'queued')
export const queuedOf = (changes: Changes) => changes.filter(isQueued)
export const refusedOf = (changes: Changes) => changes.filter(({ state }) => state === 'refused')

/** Done within the last ten minutes, at most ten, and the last one of each person whatever its age. The latest first. */
export function recallable(changes: Changes, now: number) {
  const done = changes.filter(({ state }) => state === 'done').toSorted((a, b) => b.at - a.at)
  const isLast = (change: Change) => done.find(({ by }) => by === change.by) === change
  return done.filter((one, n) => isLast(one) || (n < RECALLED && now - one.at < RECALL_MS))
}

/** What a card shows of its order: the latest change, a queued one before any other. */
export const changeOf = (changes: Changes, orderId: string) =>
  changes.findLast((change) => change.orderId === orderId && isQueued(change)) ??
  changes.findLast((change) => change.orderId === orderId)

/** Appends a change. What is known of the order's earlier ones ends with it, unless they still wait. */
export const withAsked = (changes: Changes, change: Change): Changes => [
  ...changes.filter((one) => one.orderId !== change.orderId || isQueued(one)),
  change,
]

/** Takes a change back: one that never left this device is dropped, any other gets its reverse. */
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

/** An undo that is done leaves nothing to recall. */
export const withDone = (changes: Changes, key: string, now: number): Changes =>
  changes.some((one) => one.key === key && one.isUndo)
    ? changes.filter((one) => one.key !== key)
    : replaced(changes, key, { state: 'done', at: now })

/** What was to follow on the same order is dropped with it. */
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

/** Without what can no longer be recalled. */
export function pruned(changes: Changes, now: number): Changes {
  const kept = new Set(recallable(changes, now))
  const left = changes.filter((change) => change.state !== 'done' || kept.has(change))
  return left.length === changes.length ? changes : left
}
