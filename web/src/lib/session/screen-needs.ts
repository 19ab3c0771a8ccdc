import type { Need } from '@kirana/domain/permissions'

/** The permission that each screen of staff needs, by the start of its path: that of its list or form. */
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
  // Must come before the other lists of orders.
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
  // Must come before the list of all approvals, because all staff may see their own requests.
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

/** The permission that the screen at a path needs. */
export const needAt = (path: string): Need =>
  Object.entries(needs).find(([start]) => path.startsWith(start))?.[1] ?? 'everybody'
