import { countUnsent } from '#/lib/outbox/unsent.ts'
import { type UnsavedReceipt, unsavedReceipt } from '#/lib/session/unsaved-receipt.ts'

/** Work of the signed-in staff member that only this browser has. `count`: the number of unsent actions. */
export type Unsaved = { count: number; receipt: UnsavedReceipt | null }

/** Returns null if there is none. */
export async function findUnsaved(): Promise<Unsaved | null> {
  const [count, receipt] = [await countUnsent('staff'), unsavedReceipt()]
  return count > 0 || receipt ? { count, receipt } : null
}
