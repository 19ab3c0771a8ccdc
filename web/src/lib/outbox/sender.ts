import { ApiError, isFinal } from '#/lib/api-error.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore } from '#/lib/store.ts'
import type { Change } from './changes.ts'
import type { DropAction } from './drop-action.ts'
import type { PickAction } from './pick-action.ts'
import { entries, type Entry, isRead, readEntries } from './queue.ts'

/** A call without an answer counts as lost after this, so that the queue goes on. */
export const ANSWER_MS = 15_000
/** How often a tab looks for what another one has left behind, and how long it waits for one that sends. */
const ORPHANED_MS = 30_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 15_000

/** A 401 keeps what was asked for until the same person signs in again; a 429 is for later. */
export const isRefusal = (error: unknown): error is ApiError =>
  isFinal(error) && error instanceof ApiError && error.status !== 401 && error.status !== 429

/** Sends an entry of each kind; false when it must be sent again. */
type Attempts = {
  status?: (change: Change) => Promise<boolean>
  pick?: (action: PickAction) => Promise<boolean>
  drop?: (action: DropAction) => Promise<boolean>
}
const attempts: Attempts = {}

/** Whether the queue waits for the network, or for a server that answers. */
export const isStuck = createStore(false)
let isSending = false
/** An entry was added while this tab was sending. */
let isAskedAgain = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

/** Id of the rider who uses this phone; '' for none. Set by the rider's screen. */
export const riderOnPhone = createStore('')

const isMine = ({ kind, by }: Entry) =>
  by !== '' && by === (kind === 'drop' ? riderOnPhone.get() : sessionOf('staff')?._id)

/** The oldest entry of the person who is signed in: a session that has ended keeps its own. */
const next = () =>
  entries.get().find((one) => isMine(one) && (one.kind === 'pick' ? !one.refused : one.state === 'queued'))

const attemptOf = (one: Entry) => {
  if (one.kind === 'pick') return attempts.pick?.(one)
  return one.kind === 'drop' ? attempts.drop?.(one) : attempts.status?.(one)
}

/** Sends everything in order; false when some of it must be sent again. */
async function sendAll() {
  for (let one = next(); one !== undefined; one = next()) {
    const attempt = attemptOf(one)
    // The code that sends this kind is still being loaded, and sends when it has been.
    if (!attempt) return true
    if (!(await attempt)) return false
    failures = 0
    isStuck.set(false)
  }
  return true
}

/**
 * One tab sends at a time, so that the others do not repeat its calls. One that hangs is overtaken: the server counts
 * each entry once. Web Locks need HTTPS or localhost; without them, every tab sends.
 */
async function inTurn(work: () => Promise<boolean>) {
  if (!('locks' in navigator)) return work()
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), ORPHANED_MS)
  const begin = () => {
    clearTimeout(timer)
    return work()
  }
  try {
    return await navigator.locks.request('kirana-outbox', { signal: patience.signal }, begin)
  } catch (error) {
    if (!patience.signal.aborted) throw error
    return navigator.locks.request('kirana-outbox', { steal: true }, work)
  }
}

/** After a reload without a network the session may have become another person's: the server is asked before it gets anything. */
async function isConfirmed() {
  if (!sessionOf('staff')?.isKept) return true
  await (await import('#/lib/session/profiles.ts')).checkSession('staff')
  return !sessionOf('staff')?.isKept
}

async function sendInTurn() {
  if (next() === undefined) return true
  if (!navigator.onLine || !(await isConfirmed())) return false
  return inTurn(async () => {
    // Another tab may have sent it.
    await readEntries().catch(() => {})
    return sendAll()
  })
}

async function trySending(): Promise<void> {
  isAskedAgain = isSending
  if (isSending) return
  isSending = true
  clearTimeout(retry)
  // Also after another tab has taken the turn away.
  const isDone = await sendInTurn().catch(() => false)
  isSending = false
  isStuck.set(!isDone)
  if (isDone) {
    if (isAskedAgain) send()
    return
  }
  failures += 1
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10), LAST_RETRY_MS)
  retry = setTimeout(() => void trySending(), wait)
}

export const send = () => void trySending()

/** Sends the entries of a kind with `attempt` from now on. */
export function sendWith(more: Attempts) {
  Object.assign(attempts, more)
  send()
}

const wake = () => {
  failures = 0
  send()
}
addEventListener('online', wake)
setInterval(wake, ORPHANED_MS)
// What earlier visits left.
isRead.subscribe(wake)
