import { sessionOf } from './session.ts'

/** The name under which `useStored` stores the receipt of goods that a staff member is entering. */
export const receiptName = (staffId: string) => `receipt-${staffId}`

const ownKey = () => `kirana-${receiptName(sessionOf('staff')?._id ?? '')}`

/** `isSent`: the receipt was sent without a final response. */
export type UnsavedReceipt = { lines: number; isSent: boolean }

/** The receipt that the signed-in staff member has entered in this browser and not saved; null without one. */
export function unsavedReceipt(): UnsavedReceipt | null {
  try {
    const draft = JSON.parse(localStorage.getItem(ownKey()) ?? 'null') as {
      lines?: unknown[]
      sent?: object | null
    } | null
    return draft && { lines: draft.lines?.length ?? 0, isSent: Boolean(draft.sent) }
  } catch {
    // Storage is blocked: the receipt is lost when the tab is closed.
    return null
  }
}

/** Removes that receipt, with its costs and its idempotency key. */
export const discardReceipt = () => localStorage.removeItem(ownKey())
