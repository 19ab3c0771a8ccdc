import { receipts as calls } from '@kirana/contract/receipts'
import { serve } from '../http/serve.ts'
import { addReceipt, receiptPage, requireReceipt } from '../services/stock/receipts.ts'

export const receipts = serve(calls, {
  add: async ({ db, body: { supplier, billNumber, items }, who, now, audit }) => {
    const received = items.map(({ expiry, cost, ...item }) => ({
      ...item,
      expiry: expiry || null,
      cost: cost || null,
    }))
    const by = `${who.name} (staff)`
    const id = await addReceipt(db, { supplier, billNumber, items: received }, { by, now })
    const receipt = await requireReceipt(db, id)
    const { lines, pieces } = receipt
    audit({ object: id, after: { supplier, billNumber, lines, pieces } })
    return receipt
  },
  list: ({ db, params }) => receiptPage(db, params.page),
  get: ({ db, params }) => requireReceipt(db, params.id),
})
