import { receipts } from '@kirana/contract/receipts'
import { freshKey } from '@kirana/contract/wire/request'
import { stock } from '@kirana/contract/stock'
import { useState } from 'react'
import { call, markAllStale, messageOf, reloadAll } from '#/lib/api.ts'
import { isFinal } from '#/lib/api-error.ts'
import { notify } from '#/lib/notify.ts'
import { type Draft, emptyDraft, sentReceipt } from './draft.ts'

/**
 * Saves the draft. Its idempotency key is kept with it until the answer is final, so that a receipt whose answer was lost
 * is not received twice, also after a reload.
 */
export function useSaveReceipt(draft: Draft, change: (next: (draft: Draft) => Draft) => void) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    const body = sentReceipt(draft)
    const input = JSON.stringify(body)
    const key = draft.sent?.input === input ? draft.sent.key : freshKey()
    change((now) => ({ ...now, sent: { input, key } }))
    setSaving(true)
    try {
      const { message } = await call(receipts.add, { body }, { key })
      change(() => emptyDraft)
      markAllStale()
      await reloadAll([receipts.list, stock.list])
      notify('success', message)
    } catch (error) {
      if (isFinal(error)) change((now) => ({ ...now, sent: null }))
      notify('failure', messageOf(error))
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, save: () => void save() }
}
