import { receipts } from '@kirana/contract/receipts'
import { freshKey } from '@kirana/contract/wire/request'
import { stock } from '@kirana/contract/stock'
import { useState } from 'react'
import { call, markAllStale, messageOf, reloadAll } from '#/lib/api.ts'
import { isFinal } from '#/lib/api-error.ts'
import { notify } from '#/lib/notify.ts'
import { type Draft, emptyDraft, sentReceipt } from './draft.ts'

/**
 * Saves the draft. The sent receipt is stored with its idempotency key until the response is final. It is sent again
 * unchanged, so that a receipt whose response was lost is not received twice, even after a reload.
 */
export function useSaveReceipt(draft: Draft, change: (next: (draft: Draft) => Draft) => void) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    const sent = draft.sent ?? {
      input: JSON.stringify(sentReceipt(draft)),
      key: freshKey(),
      at: Date.now(),
    }
    change((now) => ({ ...now, sent }))
    setSaving(true)
    try {
      const body = JSON.parse(sent.input) as ReturnType<typeof sentReceipt>
      const { message } = await call(receipts.add, { body }, { key: sent.key })
      change(() => emptyDraft)
      markAllStale()
      await reloadAll([receipts.list, stock.list])
      notify('success', message)
    } catch (error) {
      if (isFinal(error, draft.sent !== null)) change((now) => ({ ...now, sent: null }))
      // Otherwise the form shows what to do.
      if (isFinal(error)) notify('failure', messageOf(error))
    } finally {
      setSaving(false)
    }
  }
  return { isSaving, save: () => void save() }
}
