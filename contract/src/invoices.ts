import { bytes, read } from './wire/route.ts'
import { byId } from './wire/shapes.ts'

export const invoices = {
  get: read({
    access: ['staff', 'customer'],
    can: 'orders.read',
    method: 'GET',
    path: '/invoice/:id',
    summary:
      "An order's invoice as a PDF, by the order's id or the invoice's, for staff and the customer who placed the order",
    params: byId,
    answers: 'bytes',
    data: bytes,
  }),
  creditNote: read({
    access: ['staff', 'customer'],
    can: 'orders.read',
    method: 'GET',
    path: '/credit-note/:id',
    summary: 'A credit note as a PDF, for staff and the customer who placed the order',
    params: byId,
    answers: 'bytes',
    data: bytes,
  }),
}
