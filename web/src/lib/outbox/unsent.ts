import { sessionOf } from '#/lib/session/session.ts'
import { entries, isRead, type Entry, update } from './queue.ts'
import { isStuck, send } from './sender.ts'

/** How long sending may take before it counts as failed. */
const SEND_MS = 20_000

const me = () => sessionOf('staff')?._id

/** An action of the signed-in staff member that the server has not stored. */
const isOwnUnsent = (one: Entry) =>
  one.by === me() && (one.kind === 'pick' || (one.kind === 'status' && one.state === 'queued'))

/** Waits for a store's value. */
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

/** How many actions of the signed-in staff member wait on this device. */
export async function countUnsent(): Promise<number> {
  await until(isRead, isRead.get)
  return entries.get().filter(isOwnUnsent).length
}

/** Sends what waits; false if some of it still does, because there is no connection. */
export async function sendUnsent(): Promise<boolean> {
  // Knows how actions of picks are sent; status changes load with the frame.
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
  return isSent()
}

/** Forgets what waits. */
export const discardUnsent = () => update((all) => all.filter((one) => !isOwnUnsent(one)))
