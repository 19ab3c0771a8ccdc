import { isUnsent } from './changes.ts'
import type { Entry } from './queue.ts'

type Queue = {
  /** The entries of the signed-in user, the oldest first. Read again before each call. */
  entries: () => readonly Entry[]
  /** Sends an entry; false if it must be sent again, undefined if the code that sends this kind is still loading. */
  attempt: (entry: Entry) => Promise<boolean> | undefined
  /** Called after each call. `isStuck`: an entry must be sent again. */
  onResult: (isStuck: boolean) => void
}

/** The oldest unsent entry, except those of orders in `passed`. */
export const nextUnsent = (entries: readonly Entry[], passed: ReadonlySet<string> = new Set()) =>
  entries.find((one) => isUnsent(one) && !passed.has(one.orderId))

/**
 * Sends all entries, the oldest first; false if some must be sent again. An entry without a response holds back the later
 * ones of its order, but not those of other orders.
 */
export async function sendAll({ entries, attempt, onResult }: Queue) {
  const passed = new Set<string>()
  const next = () => nextUnsent(entries(), passed)
  let isStuck = false
  for (let one = next(); one !== undefined; one = next()) {
    const sending = attempt(one)
    // When the code has loaded, it starts sending again.
    if (!sending) {
      passed.add(one.orderId)
      continue
    }
    if (!(await sending)) {
      passed.add(one.orderId)
      isStuck = true
    }
    onResult(isStuck)
  }
  return !isStuck
}
