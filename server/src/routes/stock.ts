import { stock as calls } from '@kirana/contract/stock'
import { validate } from 'uuid'
import { serve } from '../http/serve.ts'
import { countStock, editStock, requireStock } from '../services/stock/levels.ts'
import { receiveStock } from '../services/stock/receive.ts'
import { writeOff } from '../services/stock/write-off.ts'
import { movementPage, stockPage } from '../services/stock/rows.ts'

/** The object of the audit rows is the product; `pack` is the pack size of the variant. */
export const stock = serve(calls, {
  list: ({ db, params, query, now }) => stockPage(db, query, params.page, now),
  count: async ({ db, body, who, now, audit }) => {
    const { variantId, onHand, reason } = body
    const before = await countStock(db, body, { by: `${who.name} (staff)`, now })
    const row = await requireStock(db, variantId, now)
    const pack = row.productQuantity
    audit({ object: row.productId, before: { pack, onHand: before }, after: { pack, onHand, reason } })
    return { ...row, before }
  },
  receive: async ({ db, body, who, now, audit }) => {
    const { variantId, quantity } = body
    const received = { variantId, quantity, expiry: body.expiry || null, cost: body.cost || null }
    await receiveStock(db, received, { by: `${who.name} (staff)`, now })
    const row = await requireStock(db, variantId, now)
    const { expiry, cost } = received
    audit({ object: row.productId, after: { pack: row.productQuantity, quantity, expiry, cost } })
    return row
  },
  writeOff: async ({ db, body: { variantId, ...written }, who, now, audit }) => {
    await writeOff(db, { variantId, ...written }, { by: `${who.name} (staff)`, now })
    const row = await requireStock(db, variantId, now)
    audit({ object: row.productId, after: { pack: row.productQuantity, ...written } })
    return row
  },
  edit: async ({ db, body: { variantId, version: seen, ...changes }, now, audit }) => {
    const { shelf, lowAt, byWeight, barcodes } = await requireStock(db, variantId, now)
    const row = await editStock(db, { variantId, ...changes }, { seen, now })
    const pack = row.productQuantity
    audit({
      object: row.productId,
      before: { pack, shelf, lowAt, byWeight, barcodes },
      after: { pack, ...changes, byWeight: row.byWeight },
    })
    return row
  },
  movements: ({ db, params }) =>
    validate(params.variantId)
      ? movementPage(db, params.variantId, params.page)
      : { data: [], totalPages: 0 },
})
