import { sessionOf } from '#/lib/session/session.ts'
import { isUnsent } from './changes.ts'
import { entries, isRead, type Entry, update } from './queue.ts'
import { isStuck, send } from './sender.ts'
import { type Sending, sendingOf } from './sending.ts'

/** How long sending may take before it counts as failed. */
const SEND_MS = 20_000

const me = () => sessionOf('staff')?._id

const isOwnUnsent = (one: Entry) => one.by === me() && isUnsent(one)

/** Waits until `is` returns true, checked at each change of the store. */
const until = (
  store: { get: () => unknown; subscribe: (onChange: () => void) => () => void },
  is: () => boolean,
) =>
  new Promise<void>((resolve) => {
    if (is()) return resolve()
    const stop = store.subscribe(() => {
      if (!is()) return
      stop()
      resolve()
    })
  })

/** The number of unsent actions of the signed-in staff member on this device. */
export async function countUnsent(): Promise<number> {
  await until(isRead, isRead.get)
  return entries.get().filter(isOwnUnsent).length
}

/** The keys of the unsent actions. */
export const unsentKeys = () => new Set(entries.get().flatMap((one) => (isOwnUnsent(one) ? one.key : [])))

/**
 * Sends the unsent actions, and returns the state of the actions in `asked`, some of which may have been sent before.
 */
export async function sendUnsent(asked: ReadonlySet<string>): Promise<Sending> {
  // Loads the code that sends actions of picks. The code for status changes loads with the frame.
  const { startPicks } = await import('./picks.ts')
  isStuck.set(false)
  startPicks()
  send()
  const isSent = () => !entries.get().some(isOwnUnsent)
  await Promise.race([
    until(entries, isSent),
    until(isStuck, isStuck.get),
    new Promise((resolve) => setTimeout(resolve, SEND_MS)),
  ])
  return sendingOf(asked, entries.get())
}

/** Removes the unsent actions. */
export const discardUnsent = () => update((all) => all.filter((one) => !isOwnUnsent(one)))
