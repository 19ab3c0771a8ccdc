import { SORT_INVALID, STATUS_INVALID } from '@kirana/domain/texts'
import { photoOrderSorts } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { SavedAddress } from './wire/address.ts'
import { forStaff, get, post } from './wire/route.ts'
import { byPage, paged } from './wire/lists.ts'
import { id, manualOrderStatus, renamed, rupees } from './wire/shapes.ts'

/** The order that was placed from a list. */
export const OrderOfList = z.object({ _id: id, order_id: z.string() })

/**
 * Photos of a handwritten list and the documents attached by staff, both keys of private files. `date` is the business
 * day. `dateAndTime`, which the specification does not have, shows how long the customer has been waiting.
 */
export const ManualOrder = renamed(
  {
    _id: id,
    date: z.string(),
    dateAndTime: z.string(),
    username: z.string(),
    phone: z.string(),
    orderStatus: manualOrderStatus,
    orderPath: z.array(z.string()),
    supportingDocs: z.array(z.string()),
    /** Its pictures are left out where the caller may not place orders, and in live events. */
    isPrescription: z.boolean(),
    /** The order that staff placed from it. A canceled order is left out once the list waits to be ordered again. */
    order: z.nullable(OrderOfList),
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

/** The customer who sent a list, with what placing an order needs; `money` is the balance of the wallet in rupees. */
const Sender = renamed(
  { _id: id, fullName: z.string(), phone: z.string(), address: z.array(SavedAddress), money: rupees },
  { _id: 'id', address: 'addresses' },
)

const everyStatus = z.codec(z.enum(['']), z.null(), { decode: () => null, encode: () => '' as const })

export const manualOrders = {
  list: get(
    forStaff('orders.read'),
    '/manual/order/get/all/orders/:page/30',
    'Manual orders, newest first unless sorted, 30 a page, optionally of one status; the pictures of prescriptions ' +
      'need the permission to change orders',
    {
      params: byPage,
      query: z.object({
        status: z._default(z.union([manualOrderStatus, everyStatus], { error: STATUS_INVALID }), null),
        sort: z._default(z.enum(photoOrderSorts, { error: SORT_INVALID }), ''),
      }),
      data: paged(ManualOrder),
    },
  ),
  get: get(
    forStaff('orders.write'),
    '/manual/order/get/single/:manualOrderId',
    'One manual order with its customer, to place an order from it',
    {
      params: z.object({ manualOrderId: id }),
      data: z.object({ list: ManualOrder, customer: Sender }),
    },
  ),
  changeStatus: post(
    forStaff('orders.write'),
    '/manual/order/status/change',
    'Sets the status of a manual order',
    { body: z.object({ status: manualOrderStatus, orderId: id }), message: 'Status has been changed' },
  ),
}
