import { sessionOf } from './session.ts'

/** `isSent`: the receipt was sent without a final response. `discard` removes it, with its costs and its key. */
export type UnsavedReceipt = { lines: number; isSent: boolean; discard: () => void }

/**
 * The receipt of goods that the signed-in staff member has entered in this browser and not saved
 * (routes/admin/-receipts/use-draft.ts); null without one.
 */
export function unsavedReceipt(): UnsavedReceipt | null {
  const key = `kirana-receipt-${sessionOf('staff')?._id}`
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as {
      lines?: unknown[]
      sent?: object | null
    } | null
    return (
      draft && {
        lines: draft.lines?.length ?? 0,
        isSent: Boolean(draft.sent),
        discard: () => localStorage.removeItem(key),
      }
    )
  } catch {
    // Storage is blocked: the receipt is lost when the tab is closed.
    return null
  }
}
