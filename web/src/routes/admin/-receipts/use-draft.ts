import { useEffect, useRef } from 'react'
import { useStored } from '#/lib/browser/stored.ts'
import { type Draft, emptyDraft, isDraft, isEmpty } from './draft.ts'

/**
 * The draft of a staff member, stored in this browser until it is empty again. Logout reads it
 * (lib/session/unsaved-receipt.ts). A change function gets the latest draft, because two scans may
 * look up their products at the same time.
 */
export function useReceiptDraft(staffId: string) {
  const [draft, store] = useStored<Draft>(`receipt-${staffId}`, emptyDraft, isDraft)
  const latest = useRef(draft)
  // Another tab may have changed or saved the draft.
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const change = (next: (draft: Draft) => Draft) => {
    const changed = next(latest.current)
    latest.current = isEmpty(changed) ? emptyDraft : changed
    store(latest.current)
  }
  return { draft, change }
}
