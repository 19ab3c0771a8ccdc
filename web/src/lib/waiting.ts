import { useSyncExternalStore } from 'react'
import type { Happening } from './live.ts'
import { setTitleCount } from './title.ts'

/**
 * A new order that nobody has opened or acknowledged yet: an order by its number, with its `total` in rupees, or the
 * photos of a list by who sent them, whose total (null) nobody knows yet.
 */
export type Waiting = { id: string; name: string; total: number | null }

/** What the tabs of one browser tell each other. `here` answers `hello`: what a new tab has to know. */
type Word = { seen: readonly string[] } | { hello: true } | { here: readonly Waiting[] }

const KEY = 'kirana-waiting'
const watchers = new Set<() => void>()
let waiting: readonly Waiting[] = []
let channel: BroadcastChannel | null = null
/** Seen before this tab shares: an order's page that is loaded afresh shows before the sharing starts. */
let unsaid: readonly string[] = []

function show(next: readonly Waiting[]) {
  waiting = next
  setTitleCount(next.length)
  for (const tell of watchers) tell()
}

function set(next: readonly Waiting[]) {
  try {
    // For a reload of this tab, which resumes the stream where it left off and is not told of these again.
    sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Storage is forbidden: a reload forgets.
  }
  show(next)
}

function add(orders: readonly Waiting[]) {
  const known = new Set(waiting.map(({ id }) => id))
  const fresh = orders.filter(({ id }) => !known.has(id))
  if (fresh.length > 0) set([...waiting, ...fresh])
}

function remove(ids: readonly string[]) {
  const left = waiting.filter(({ id }) => !ids.includes(id))
  if (left.length < waiting.length) set(left)
}

const kept = (): Waiting[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Waiting[]
  } catch {
    return []
  }
}

// A BroadcastChannel reaches its own origin only and takes no target.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tellOthers = (word: Word) => channel?.postMessage(word)

function hear(word: Word) {
  if ('seen' in word) remove(word.seen)
  else if ('here' in word) add(word.here)
  else if (waiting.length > 0) tellOthers({ here: waiting })
}

/** Starts to share with the other tabs; returns how to stop. What waits is kept for whoever comes back in this tab. */
export function shareWaiting() {
  show(kept())
  const mine = new BroadcastChannel(KEY)
  channel = mine
  mine.onmessage = ({ data }: MessageEvent<Word>) => hear(data)
  acknowledge(unsaid)
  unsaid = []
  tellOthers({ hello: true })
  return () => {
    mine.close()
    channel = null
    show([])
  }
}

function note(order: Waiting, { isNew, isToDo }: { isNew: boolean; isToDo: boolean }) {
  if (!isToDo) remove([order.id])
  else if (isNew) add([order])
}

/** Takes over what the stream tells: a new order waits; one that was dealt with needs nobody's attention any more. */
export function noteHappening(happening: Happening) {
  const { type } = happening
  if (type === 'order.created' || type === 'order.changed') {
    const { _id: id, order_id: name, totalPrice: total, delivaryStatus } = happening.row
    note({ id, name, total }, { isNew: type === 'order.created', isToDo: delivaryStatus === 'Confirmed' })
  } else if (type === 'manual-order.created' || type === 'manual-order.changed') {
    const { _id: id, username, phone, orderStatus } = happening.row
    const sent = { id, name: username || phone, total: null }
    note(sent, { isNew: type === 'manual-order.created', isToDo: orderStatus === 'Waiting' })
  }
}

/** After a reset nobody has told what became of those that wait: of `kind`, only `ids` are still to be dealt with. */
export function keepOnly(kind: 'orders' | 'photos', ids: readonly string[]) {
  const isMeant = ({ total }: Waiting) => (total === null) === (kind === 'photos')
  remove(waiting.flatMap((one) => (isMeant(one) && !ids.includes(one.id) ? [one.id] : [])))
}

/** Somebody has seen these orders: every tab of this browser falls silent about them. */
export function acknowledge(ids: readonly string[]) {
  if (!channel) unsaid = [...unsaid, ...ids]
  remove(ids)
  tellOthers({ seen: ids })
}

export function onWaiting(tell: () => void) {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
/** New orders that nobody has opened or acknowledged, for code outside components. */
export const waitingNow = () => waiting
/** New orders that nobody has opened or acknowledged. */
export const useWaiting = () => useSyncExternalStore(onWaiting, waitingNow)
