import * as z from 'zod/mini'
import { read, write } from './route.ts'
import { byPage, id, manualOrderStatus, paged, spelled } from './shapes.ts'

/**
 * Photos of a handwritten list, and the documents that staff attached. Both are keys of private files. `date` is the
 * business day; `dateAndTime`, beside the specification, tells how long the customer has been waiting.
 */
export const ManualOrder = spelled(
  {
    _id: id,
    date: z.string(),
    dateAndTime: z.string(),
    username: z.string(),
    phone: z.string(),
    orderStatus: manualOrderStatus,
    orderPath: z.array(z.string()),
    supportingDocs: z.array(z.string()),
  },
  {
    _id: 'id',
    username: 'fullName',
    orderStatus: 'status',
    orderPath: 'photos',
    supportingDocs: 'documents',
  },
)
export type ManualOrder = z.input<typeof ManualOrder>

const everyStatus = z.codec(z.enum(['']), z.null(), { decode: () => null, encode: () => '' as const })

export const manualOrders = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/manual/order/get/all/orders/:page/30',
    summary: 'Manual orders, newest first, 30 a page, of one status if asked',
    params: byPage,
    query: z.object({
      status: z._default(z.union([manualOrderStatus, everyStatus], { error: 'Status is not valid' }), null),
    }),
    data: paged(ManualOrder),
  }),
  changeStatus: write({
    access: 'staff',
    method: 'POST',
    path: '/manual/order/status/change',
    summary: 'Sets the status of a manual order',
    body: z.object({ status: manualOrderStatus, orderId: id }),
    message: 'Status has been changed',
  }),
}
