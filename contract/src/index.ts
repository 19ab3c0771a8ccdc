import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { banners } from './banners.ts'
import { cash } from './cash.ts'
import { categories } from './categories.ts'
import { charges } from './charges.ts'
import { claims } from './claims.ts'
import { codes } from './codes.ts'
import { company } from './company.ts'
import { contact } from './contact.ts'
import { customerNotes } from './customer-notes.ts'
import { coupons } from './coupons.ts'
import { dashboard } from './dashboard.ts'
import { dispatch } from './dispatch.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { gst } from './gst.ts'
import { invoices } from './invoices.ts'
import { keywords } from './keywords.ts'
import { manualOrders } from './manual-orders.ts'
import { notifications } from './notifications.ts'
import { opening } from './opening.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { staffOrders } from './staff-orders.ts'
import { pick } from './pick.ts'
import { pickRecords } from './pick-records.ts'
import { pincodes } from './pincodes.ts'
import { prices } from './prices.ts'
import { productFiles } from './product-files.ts'
import { productImages } from './product-images.ts'
import { products } from './products.ts'
import { receipts } from './receipts.ts'
import { releases } from './releases.ts'
import { reports } from './reports.ts'
import { rider } from './rider.ts'
import { riders } from './riders.ts'
import { roles } from './roles.ts'
import type { Group, NameIn, WriteNameIn } from './wire/route.ts'
import { staffSecurity, superadminSecurity } from './security.ts'
import { scans } from './scans.ts'
import { sections } from './sections.ts'
import { setup } from './setup.ts'
import { staff } from './staff.ts'
import { stockFiles } from './stock-files.ts'
import { stock } from './stock.ts'
import { storeCatalogue } from './store/catalogue.ts'
import { storeClaims } from './store/claims.ts'
import { storeCompany } from './store/company.ts'
import { storeContact } from './store/contact.ts'
import { storeCoupons } from './store/coupons.ts'
import { storeManualOrders } from './store/manual-orders.ts'
import { storeMe } from './store/me.ts'
import { storeOrders } from './store/orders.ts'
import { storePayments } from './store/payments.ts'
import { storeProducts } from './store/products.ts'
import { storeRelease } from './store/release.ts'
import { storeSession } from './store/session.ts'
import { storeWallet } from './store/wallet.ts'
import { subcategories } from './subcategories.ts'
import { superadmin } from './superadmin.ts'
import { upi } from './upi.ts'
import { users } from './users.ts'
import { variants } from './variants.ts'
import { videos } from './videos.ts'
import { wallet } from './wallet.ts'
import { withdrawals } from './withdrawals.ts'

/** Every call of the API. The server implements all of them; the web can call no others. */
export const api = {
  superadmin,
  staff,
  roles,
  dashboard,
  reports,
  products,
  prices,
  productFiles,
  productImages,
  variants,
  stock,
  receipts,
  pick,
  pickRecords,
  scans,
  stockFiles,
  videos,
  sections,
  categories,
  subcategories,
  keywords,
  pincodes,
  coupons,
  charges,
  company,
  opening,
  setup,
  banners,
  orders,
  staffOrders,
  payments,
  riders,
  dispatch,
  cash,
  upi,
  rider,
  manualOrders,
  claims,
  gst,
  contact,
  customerNotes,
  users,
  wallet,
  withdrawals,
  approvals,
  notifications,
  releases,
  codes,
  files,
  invoices,
  events,
  audit,
  staffSecurity,
  superadminSecurity,
  storeSession,
  storeMe,
  storeCatalogue,
  storeCompany,
  storeProducts,
  storeOrders,
  storePayments,
  storeManualOrders,
  storeClaims,
  storeWallet,
  storeCoupons,
  storeContact,
  storeRelease,
} satisfies Record<string, Group>

/** The name of a call: `'coupons.add'`. */
export type CallName = NameIn<typeof api>
/** The name of a call that changes data. */
export type WriteName = WriteNameIn<typeof api>

export type { PlacedOrder } from './orders.ts'
export type { Setup, SetupStep } from './setup.ts'
export type { Data, Group, Route, Sent } from './wire/route.ts'
export { callsOf } from './wire/route.ts'

/** The schemas that the API reference defines once, under these names, and references wherever they are used. */
export { Banner } from './banners.ts'
export { Category } from './categories.ts'
export { Claim } from './claims.ts'
export { Charge } from './charges.ts'
export { Company, PublicCompany } from './company.ts'
export { ContactMessage } from './contact.ts'
export { Coupon } from './coupons.ts'
export { ManualOrder } from './manual-orders.ts'
export { CustomerOrder, Order, OrderLine, OrderRow, ReferredOrder } from './orders.ts'
export { Product, ProductRow } from './products.ts'
export { Release } from './releases.ts'
export { Me } from './store/me.ts'
export { Quote } from './store/orders.ts'
export { StoreProduct, StoreProductRow, StoreVariant } from './store/products.ts'
export { User } from './users.ts'
export { Transaction, Withdrawal } from './withdrawals.ts'
