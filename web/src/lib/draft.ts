import { useState } from 'react'

/** Local edits of `value`. They are discarded when `value` changes (Back, a cleared filter). */
export function useDraft(value: string) {
  const [kept, setKept] = useState({ value, draft: value })
  const setDraft = (draft: string) => setKept({ value, draft })
  if (kept.value === value) return [kept.draft, setDraft] as const
  setDraft(value)
  return [value, setDraft] as const
}
