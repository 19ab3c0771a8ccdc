import { sessionOf } from '#/lib/session/session.ts'
import { isUnsent } from './changes.ts'
import { entries, isRead, type Entry, update } from './queue.ts'
import { isStuck, send } from './sender.ts'
import { type Sending, sendingOf } from './sending.ts'

/** How long sending may take before it counts as failed. */
const SEND_MS = 20_000

const me = () => sessionOf('staff')?._id

const isOwnUnsent = (one: Entry) => one.by === me() && isUnsent(one)

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

/** The keys of the actions that wait. */
export const unsentKeys = () => new Set(entries.get().flatMap((one) => (isOwnUnsent(one) ? one.key : [])))

/** Sends what waits. `asked`: the actions whose outcome the person wants to know, some may have been sent since. */
export async function sendUnsent(asked: ReadonlySet<string>): Promise<Sending> {
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
  return sendingOf(asked, entries.get())
}

/** Forgets what waits. */
export const discardUnsent = () => update((all) => all.filter((one) => !isOwnUnsent(one)))
