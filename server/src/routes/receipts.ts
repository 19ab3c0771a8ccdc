import { receipts as calls } from '@kirana/contract/receipts'
import { fulfils } from '@kirana/domain/permissions'
import { serve } from '../http/serve.ts'
import { addReceipt, receiptPage, requireReceipt } from '../services/stock/receipts.ts'
import type { Session } from '../session.ts'

/** Whether the caller may read costs: only with the permission for reports, which show margins. */
const seesCosts = ({ permissions }: Session) => fulfils(permissions, 'reports')

type Costly = { cost: number }
const withoutCost = <Row extends Costly>({ cost: _, ...row }: Row) => row

/** A receipt with the fields that the caller may see. */
const shownTo = <Row extends Costly & { items: readonly Costly[] }>(who: Session, receipt: Row) =>
  seesCosts(who) ? receipt : { ...withoutCost(receipt), items: receipt.items.map(withoutCost) }

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
    return shownTo(who, receipt)
  },
  list: async ({ db, params, who }) => {
    const page = await receiptPage(db, params.page)
    return seesCosts(who) ? page : { ...page, data: page.data.map(withoutCost) }
  },
  get: async ({ db, params, who }) => shownTo(who, await requireReceipt(db, params.id)),
})
