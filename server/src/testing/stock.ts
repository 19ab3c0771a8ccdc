import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { DeliveryStatusName } from '@kirana/contract/wire/shapes'
import type { Sent } from '@kirana/contract/wire/route'
import { type Credentials, type TestApp, withHeaders } from './app.ts'

type ListQuery = Sent<typeof api.stock.list>['query']

/** The calls of stock, made by `staff`, and a function that reads a level. */
export function stockCalls(t: TestApp, staff: Credentials) {
  const list = async (query: ListQuery = {}, page = 1) =>
    (await t.call(api.stock.list, { params: { page }, query }, staff)).data
  return {
    list,
    titles: async (query: ListQuery) => (await list(query)).data.map(({ title }) => title).toSorted(),
    count: (variantId: string, onHand: number | null, reason = 'Counted the shelf') =>
      t.call(api.stock.count, { body: { variantId, onHand, reason } }, staff),
    undoCount: (variantId: string, onHand: number | null) =>
      t.call(api.stock.count, { body: { variantId, onHand, reason: 'Undo', undo: true } }, staff),
    receive: (body: Sent<typeof api.stock.receive>['body'], key: string = randomUUID()) =>
      t.call(api.stock.receive, { body }, withHeaders(staff, { 'idempotency-key': key })),
    edit: (body: Sent<typeof api.stock.edit>['body']) => t.call(api.stock.edit, { body }, staff),
    movements: async (variantId: string) =>
      (await t.call(api.stock.movements, { params: { variantId, page: 1 } }, staff)).data.data,
    level: async (variantId: string) => {
      const row = (await list()).data.find((one) => one.variantId === variantId)
      return row && { onHand: row.onHand, reserved: row.reserved, available: row.available }
    },
    changeStatus: (orderId: string, status: DeliveryStatusName) =>
      t.call(api.orders.changeStatus, { params: { orderId, status }, query: {} }, staff),
  }
}
