import type { StreamEvent } from './live.ts'
import { createStore } from '#/lib/store.ts'
import { setTitleCount } from '#/lib/browser/title.ts'

/**
 * A new order that was neither opened nor acknowledged: an order by its number, with its `total` in rupees, or a photo
 * order by its customer, with `total` null because it has no price yet.
 */
export type Waiting = { id: string; name: string; total: number | null }

/** Messages between the tabs of one browser. `hello`: a new tab asks for the orders that wait; `here` is the reply. */
type TabMessage = { seen: readonly string[] } | { hello: true } | { here: readonly Waiting[] }

/** Storage key and channel name of the signed-in user. */
let key = 'kirana-waiting'
export const waiting = createStore<readonly Waiting[]>([])
let channel: BroadcastChannel | null = null
/**
 * Ids acknowledged before the channel was open, because a freshly loaded order page renders before `shareWaiting` runs.
 */
let unsentIds: readonly string[] = []

function show(next: readonly Waiting[]) {
  waiting.set(next)
  setTitleCount(next.length)
}

function set(next: readonly Waiting[]) {
  try {
    // Stored, because a reloaded tab resumes the stream after these events and does not receive them again.
    sessionStorage.setItem(key, JSON.stringify(next))
  } catch {
    // Storage is blocked: a reload starts with an empty list.
  }
  show(next)
}

function add(orders: readonly Waiting[]) {
  const ids = new Set(waiting.get().map(({ id }) => id))
  const fresh = orders.filter(({ id }) => !ids.has(id))
  if (fresh.length > 0) set([...waiting.get(), ...fresh])
}

function remove(ids: readonly string[]) {
  const left = waiting.get().filter(({ id }) => !ids.includes(id))
  if (left.length < waiting.get().length) set(left)
}

const stored = (): Waiting[] => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Waiting[]
  } catch {
    return []
  }
}

// BroadcastChannel has no target origin: it reaches its own origin only.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const broadcast = (message: TabMessage) => channel?.postMessage(message)

function receive(message: TabMessage) {
  if ('seen' in message) remove(message.seen)
  else if ('here' in message) add(message.here)
  else if (waiting.get().length > 0) broadcast({ here: waiting.get() })
}

/**
 * Synchronizes the waiting orders with the user's other tabs. Returns a cleanup function, which keeps the stored list.
 */
export function shareWaiting(personId: string) {
  key = `kirana-waiting-${personId}`
  show(stored())
  const mine = new BroadcastChannel(key)
  channel = mine
  mine.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data)
  acknowledge(unsentIds)
  unsentIds = []
  broadcast({ hello: true })
  return () => {
    mine.close()
    channel = null
    show([])
  }
}

function track(order: Waiting, { isNew, isToDo }: { isNew: boolean; isToDo: boolean }) {
  if (!isToDo) remove([order.id])
  else if (isNew) add([order])
}

/** Applies an event: adds a new order, or removes one that was handled. */
export function trackStreamEvent(event: StreamEvent) {
  const { type } = event
  if (type === 'order.created' || type === 'order.changed') {
    const { _id: id, order_id: name, totalPrice: total, delivaryStatus } = event.row
    track({ id, name, total }, { isNew: type === 'order.created', isToDo: delivaryStatus === 'Confirmed' })
  } else if (type === 'manual-order.created' || type === 'manual-order.changed') {
    const { _id: id, username, phone, orderStatus } = event.row
    const sent = { id, name: username || phone, total: null }
    track(sent, { isNew: type === 'manual-order.created', isToDo: orderStatus === 'Waiting' })
  }
}

/** After a reset: removes the waiting entries of `kind` that are not in `ids`, the ids that are still open. */
export function retainOnly(kind: 'orders' | 'photos', ids: readonly string[]) {
  const isOfKind = ({ total }: Waiting) => (total === null) === (kind === 'photos')
  remove(waiting.get().flatMap((one) => (isOfKind(one) && !ids.includes(one.id) ? [one.id] : [])))
}

/** Marks these orders as seen in every tab of this browser. */
export function acknowledge(ids: readonly string[]) {
  if (!channel) unsentIds = [...unsentIds, ...ids]
  remove(ids)
  broadcast({ seen: ids })
}
