import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { banners } from './banners.ts'
import { categories } from './categories.ts'
import { charges } from './charges.ts'
import { codes } from './codes.ts'
import { company } from './company.ts'
import { contact } from './contact.ts'
import { customerNotes } from './customer-notes.ts'
import { coupons } from './coupons.ts'
import { dashboard } from './dashboard.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { invoices } from './invoices.ts'
import { keywords } from './keywords.ts'
import { manualOrders } from './manual-orders.ts'
import { notifications } from './notifications.ts'
import { opening } from './opening.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { pick } from './pick.ts'
import { pickRecords } from './pick-records.ts'
import { pincodes } from './pincodes.ts'
import { prices } from './prices.ts'
import { productFiles } from './product-files.ts'
import { productImages } from './product-images.ts'
import { products } from './products.ts'
import { releases } from './releases.ts'
import { reports } from './reports.ts'
import { roles } from './roles.ts'
import type { Group, NameIn, WriteNameIn } from './wire/route.ts'
import { staffSecurity, superadminSecurity } from './security.ts'
import { sections } from './sections.ts'
import { setup } from './setup.ts'
import { staff } from './staff.ts'
import { stockFiles } from './stock-files.ts'
import { stock } from './stock.ts'
import { storeCatalogue } from './store/catalogue.ts'
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
  pick,
  pickRecords,
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
  payments,
  manualOrders,
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
  storeWallet,
  storeCoupons,
  storeContact,
  storeRelease,
} satisfies Record<string, Group>

/** The name of a call: `'coupons.add'`. */
export type CallName = NameIn<typeof api>
/** The name of a call that changes data. */
export type WriteName = WriteNameIn<typeof api>

export type { Approval } from './approvals.ts'
export type { Address, SavedAddress } from './wire/address.ts'
export type { AuditRow, HistoryRow } from './audit.ts'
export type { Banner } from './banners.ts'
export type { Category } from './categories.ts'
export type { Charge } from './charges.ts'
export type { CodeMessage, CodesOverview } from './codes.ts'
export type { Company, PublicCompany } from './company.ts'
export type { ContactMessage } from './contact.ts'
export type { CustomerNote } from './customer-notes.ts'
export type { Coupon } from './coupons.ts'
export type { DashboardCounts } from './dashboard.ts'
export type { LiveEvent } from './events.ts'
export type { Keyword } from './keywords.ts'
export type { ManualOrder } from './manual-orders.ts'
export type { PushMessage } from './notifications.ts'
export type { Opening } from './opening.ts'
export type { CustomerOrder, Order, OrderRow, PlacedOrder, ReferredOrder } from './orders.ts'
export type { OrderPayment, PaymentRefund } from './wire/order-payment.ts'
export type { Payment } from './payments.ts'
export type { OrderPick, PickedLine, SwapCandidate } from './pick.ts'
export type { Pincode } from './pincodes.ts'
export type { SheetError } from './product-files.ts'
export type { Product, ProductRow } from './products.ts'
export type { Release } from './releases.ts'
export type { Figures, Needs, Report, Today } from './reports.ts'
export type { Data, FileRule, Returned, Group, Received, Role, Route, Sent } from './wire/route.ts'
export type { Device, Factor, Proof, Security } from './wire/second-factor.ts'
export type { Section } from './sections.ts'
export type { Setup, SetupStep } from './setup.ts'
export type { DeliveryStatusName } from './wire/shapes.ts'
export type { StockFilter, StockMovement, StockRow } from './stock.ts'
export type { StaffProfile } from './staff-session.ts'
export type { StaffRow } from './staff.ts'
export type { Catalogue } from './store/catalogue.ts'
export type { PublicCoupon } from './store/coupons.ts'
export type { Me } from './store/me.ts'
export type { Quote } from './store/orders.ts'
export type { Checkout } from './store/payments.ts'
export type { StoreProduct, StoreProductRow } from './store/products.ts'
export type { Subcategory } from './subcategories.ts'
export type { Superadmin } from './superadmin.ts'
export type { User, Wallet } from './users.ts'
export type { Variant } from './variants.ts'
export type { Video } from './videos.ts'
export type { StaffWalletEntry, WalletEntry } from './wallet.ts'
export type { Transaction, Withdrawal } from './withdrawals.ts'
export { callsOf } from './wire/route.ts'
export { firstMessage } from './wire/shapes.ts'
