import { download, forStaffAnd } from './wire/route.ts'
import { byId } from './wire/shapes.ts'

export const invoices = {
  get: download(
    forStaffAnd('customer', 'orders.read'),
    '/invoice/:id',
    "An order's invoice as a PDF, by the order's id or the invoice's, for staff and the customer who placed the order",
    { params: byId },
  ),
  creditNote: download(
    forStaffAnd('customer', 'orders.read'),
    '/credit-note/:id',
    'A credit note as a PDF, for staff and the customer who placed the order',
    { params: byId },
  ),
  challan: download(
    forStaffAnd('customer', 'orders.read'),
    '/challan/:id',
    "A replacement's delivery challan as a PDF, by the order's id or the challan's, for staff and the customer",
    { params: byId },
  ),
}
