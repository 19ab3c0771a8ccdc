import { Banner } from '@kirana/contract/banners'
import { Category } from '@kirana/contract/categories'
import { Charge } from '@kirana/contract/charges'
import { Company, PublicCompany } from '@kirana/contract/company'
import { ContactMessage } from '@kirana/contract/contact'
import { Coupon } from '@kirana/contract/coupons'
import { ManualOrder } from '@kirana/contract/manual-orders'
import { CustomerOrder, Order, OrderLine, OrderRow, ReferredOrder } from '@kirana/contract/orders'
import { Product, ProductRow } from '@kirana/contract/products'
import { Release } from '@kirana/contract/releases'
import { Me } from '@kirana/contract/store/me'
import { Quote } from '@kirana/contract/store/orders'
import { StoreProduct, StoreProductRow, StoreVariant } from '@kirana/contract/store/products'
import { User } from '@kirana/contract/users'
import { Transaction, Withdrawal } from '@kirana/contract/withdrawals'

/** Schemas that are defined once in `components` and referenced wherever they are used. */
export const named = {
  Banner,
  Category,
  Charge,
  Company,
  ContactMessage,
  Coupon,
  CustomerOrder,
  ManualOrder,
  Me,
  Order,
  OrderLine,
  OrderRow,
  Product,
  ProductRow,
  PublicCompany,
  Quote,
  ReferredOrder,
  Release,
  StoreProduct,
  StoreProductRow,
  StoreVariant,
  Transaction,
  User,
  Withdrawal,
}
