import { bytes, read } from './route.ts'
import { byId } from './shapes.ts'

export const invoices = {
  get: read({
    access: ['staff', 'customer'],
    method: 'GET',
    path: '/invoice/:id',
    summary: "An order's invoice as PDF, for staff and the order's own customer",
    params: byId,
    answers: 'bytes',
    data: bytes,
  }),
}
