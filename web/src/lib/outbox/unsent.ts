import { isUnsent } from './changes.ts'
import { entries, isRead, type Entry, update } from './queue.ts'
import { isMine, isStuck, send } from './sender.ts'
import { type Sending, sendingOf } from './sending.ts'

/** How long sending may take before it counts as failed. */
const SEND_MS = 20_000

/** Whose actions: those of the signed-in staff member, or of the rider who uses this phone. */
export type Whose = 'staff' | 'rider'

const isUnsentOf = (whose: Whose) => (one: Entry) =>
  (one.kind === 'drop') === (whose === 'rider') && isMine(one) && isUnsent(one)

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

/** The number of unsent actions on this device. */
export async function countUnsent(whose: Whose): Promise<number> {
  await until(isRead, isRead.get)
  return entries.get().filter(isUnsentOf(whose)).length
}

/** The keys of the unsent actions. */
export const unsentKeys = (whose: Whose) =>
  new Set(Array.from(entries.get().filter(isUnsentOf(whose)), ({ key }) => key))

/**
 * Sends the unsent actions, and returns the state of the actions in `asked`, some of which may have been sent before.
 */
export async function sendUnsent(whose: Whose, asked: ReadonlySet<string>): Promise<Sending> {
  // Loads the code that sends actions of picks. The other code that sends loads with the frame or the rider's app.
  const picks = whose === 'staff' ? await import('./picks.ts') : null
  isStuck.set(false)
  picks?.startPicks()
  send()
  const isSent = () => !entries.get().some(isUnsentOf(whose))
  await Promise.race([
    until(entries, isSent),
    until(isStuck, isStuck.get),
    new Promise((resolve) => setTimeout(resolve, SEND_MS)),
  ])
  return sendingOf(asked, entries.get())
}

/** Removes the unsent actions. */
export const discardUnsent = (whose: Whose) => {
  const isDiscarded = isUnsentOf(whose)
  update((all) => all.filter((one) => !isDiscarded(one)))
}
