import { OTHER_PERSON } from '@kirana/contract/wire/request'
import { ApiError, isFinal } from '#/lib/api-error.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { createStore } from '#/lib/store.ts'
import type { Change } from './changes.ts'
import { uploadMs, type DropAction } from './drop-action.ts'
import type { PickAction } from './pick-action.ts'
import { entries, type Entry, isRead, readEntries } from './queue.ts'
import { nextUnsent, sendAll } from './send-all.ts'

/** A call without a response counts as lost after this time, so that the queue continues. */
export const ANSWER_MS = 15_000
/**
 * How often a tab checks for entries that another tab has left unsent, and how long it waits for a tab that is sending.
 */
const ORPHANED_MS = 30_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 15_000

/**
 * Whether the server has rejected an entry. After a 401 the entry waits until the same user signs in again; after a 429
 * it is retried.
 */
export const isRefusal = (error: unknown): error is ApiError =>
  isFinal(error) && error instanceof ApiError && error.status !== 401 && error.status !== 429

/**
 * Loads the profile of the signed-in staff member if the server has refused an entry because another staff member has signed
 * in since. The entry stays in the queue of the person who made it.
 */
export function checkPerson(error: unknown) {
  if (error instanceof ApiError && error.code === OTHER_PERSON)
    void import('#/lib/session/profiles.ts').then(({ checkSession }) => checkSession('staff'))
}

/** How to send an entry of each kind. Resolves to false if it must be sent again. */
type Attempts = {
  status?: (change: Change) => Promise<boolean>
  pick?: (action: PickAction) => Promise<boolean>
  drop?: (action: DropAction) => Promise<boolean>
}
const attempts: Attempts = {}

/** Whether the queue waits for the network or for a response of the server. */
export const isStuck = createStore(false)
let isSending = false
/** Whether an entry was added while this tab was sending. */
let isAskedAgain = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

/** Id of the rider who uses this phone; '' for none. Set by the rider's screen. */
export const riderOnPhone = createStore('')

/** Whether an entry was made by the signed-in staff member or by the rider who uses this phone. */
export const isMine = ({ kind, by }: Entry) =>
  by !== '' && by === (kind === 'drop' ? riderOnPhone.get() : sessionOf('staff')?._id)

/** The entries of the signed-in user. Those of other users stay in the queue. */
const mine = () => entries.get().filter(isMine)

const attemptOf = (one: Entry) => {
  if (one.kind === 'pick') return attempts.pick?.(one)
  return one.kind === 'drop' ? attempts.drop?.(one) : attempts.status?.(one)
}

const sendMine = () =>
  sendAll({
    entries: mine,
    attempt: attemptOf,
    onResult: (isAnyStuck) => {
      if (!isAnyStuck) failures = 0
      isStuck.set(isAnyStuck)
    },
  })

/**
 * Lets one tab send at a time, so that the others do not repeat its calls. A waiting tab takes the lock from one that hangs
 * after 30 s and the time that the largest photo may take; the server counts each entry once. Web Locks need HTTPS or
 * localhost. Without them, every tab sends.
 */
async function inTurn(work: () => Promise<boolean>) {
  if (!('locks' in navigator)) return work()
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), ORPHANED_MS + Math.max(0, ...mine().map(uploadMs)))
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

/**
 * Asks the server who is signed in before anything is sent, because after a reload without a network the session may
 * belong to another user.
 */
async function isConfirmed() {
  if (!sessionOf('staff')?.isKept) return true
  await (await import('#/lib/session/profiles.ts')).checkSession('staff')
  return !sessionOf('staff')?.isKept
}

async function sendInTurn() {
  if (nextUnsent(mine()) === undefined) return true
  if (!navigator.onLine || !(await isConfirmed())) return false
  return inTurn(async () => {
    // Another tab may have sent some entries.
    await readEntries().catch(() => {})
    return sendMine()
  })
}

async function trySending(): Promise<void> {
  isAskedAgain = isSending
  if (isSending) return
  isSending = true
  clearTimeout(retry)
  // Also fails if another tab has taken the lock.
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
// Send the entries of earlier visits once they have been read.
isRead.subscribe(wake)
