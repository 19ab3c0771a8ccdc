import type { Need } from '@kirana/domain/permissions'

/** What the screens of staff need of the role, by the start of their address: what their list or form needs. */
const needs: Readonly<Record<string, Need>> = {
  '/admin/dashboard': 'orders.read',
  '/admin/reports': 'reports',
  '/admin/products': 'catalogue.read',
  '/admin/product/add': 'catalogue.write',
  '/admin/product/edit/': 'catalogue.write',
  '/admin/product/video/': 'catalogue.read',
  '/admin/keywards': 'catalogue.read',
  '/admin/catagories': 'catalogue.read',
  '/admin/subcategory/': 'catalogue.read',
  '/admin/stock': 'stock.read',
  // Before all other lists of orders.
  '/admin/orders/round': 'picking',
  '/admin/orders': 'orders.read',
  '/admin/order/pick/': 'picking',
  '/admin/order/new': 'orders.write',
  '/admin/order/': 'orders.read',
  '/admin/referred/orders': 'orders.read',
  '/admin/manual/orders/': 'orders.read',
  '/admin/withdrawal/requests': 'withdrawals.read',
  '/admin/transanctions': 'withdrawals.read',
  '/admin/claims': 'claims',
  '/admin/gst': 'gst',
  '/admin/payments': 'payments',
  '/admin/riders': 'dispatch',
  '/admin/dispatch': 'dispatch',
  '/admin/cash': 'payments',
  // Comes before the list of all approvals, because all staff may see their own requests.
  '/admin/approvals/own': 'everybody',
  '/admin/approvals': 'approvals',
  '/admin/coupons': 'catalogue.read',
  '/admin/charges': 'catalogue.read',
  '/admin/banners': 'catalogue.read',
  '/admin/pincodes': 'catalogue.read',
  '/admin/opening/hours': 'catalogue.read',
  '/admin/users': 'customers.read',
  '/admin/contact': 'messages',
}

/** What the screen at an address needs of the role of staff. */
export const needAt = (path: string): Need =>
  Object.entries(needs).find(([start]) => path.startsWith(start))?.[1] ?? 'everybody'
