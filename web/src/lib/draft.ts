import { useState } from 'react'

/** What is being typed over `value`. A new `value` (Back, a cleared filter) takes its place. */
export function useDraft(value: string) {
  const [kept, setKept] = useState({ value, draft: value })
  const setDraft = (draft: string) => setKept({ value, draft })
  if (kept.value === value) return [kept.draft, setDraft] as const
  setDraft(value)
  return [value, setDraft] as const
}
