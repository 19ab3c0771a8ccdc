import type { Need } from '@kirana/domain/permissions'
import {
  BellRing,
  Boxes,
  ChartColumn,
  ClipboardList,
  Clock,
  CreditCard,
  Gift,
  Hand,
  History,
  House,
  Image,
  KeyRound,
  MapPin,
  MessageSquareText,
  Package,
  PackagePlus,
  Percent,
  ReceiptIndianRupee,
  Tags,
  Users,
  WalletMinimal,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'

/**
 * A menu entry. `to` is a plain string because some screens are registered by their own files; `need` is what its list or
 * form needs of the role of staff.
 */
export type Screen = { name: string; to: string; icon: LucideIcon; need?: Need }
export type ScreenGroup = { heading: string; screens: readonly Screen[] }

/** The admin drawer menu, in the product's spelling and letter case (specification, section 2). */
export const adminScreens: readonly ScreenGroup[] = [
  {
    heading: 'Home',
    screens: [
      { name: 'Dashboard', to: '/admin/dashboard', need: 'orders.read', icon: House },
      { name: 'Reports', to: '/admin/reports', need: 'reports', icon: ChartColumn },
    ],
  },
  {
    heading: 'products',
    screens: [
      { name: 'All Products', to: '/admin/products', need: 'catalogue.read', icon: Package },
      { name: 'Add Product', to: '/admin/product/add', need: 'catalogue.write', icon: PackagePlus },
      { name: 'Keywards', to: '/admin/keywards', need: 'catalogue.read', icon: Tags },
      { name: 'Catagories', to: '/admin/catagories', need: 'catalogue.read', icon: Boxes },
      { name: 'Stock', to: '/admin/stock', need: 'stock.read', icon: Warehouse },
    ],
  },
  {
    heading: 'orders',
    screens: [
      { name: 'New Orders', to: '/admin/orders/new', need: 'orders.read', icon: BellRing },
      { name: 'Order History', to: '/admin/orders', need: 'orders.read', icon: ClipboardList },
      { name: 'Referred Orders', to: '/admin/referred/orders', need: 'orders.read', icon: Gift },
    ],
  },
  {
    heading: 'manual orders',
    screens: [
      { name: 'New Manual Orders', to: '/admin/manual/orders/new', need: 'orders.read', icon: Hand },
      {
        name: 'Manual Orders History',
        to: '/admin/manual/orders/history',
        need: 'orders.read',
        icon: History,
      },
    ],
  },
  {
    heading: 'Wallet & Coins',
    screens: [
      {
        name: 'Withdrawal Requests',
        to: '/admin/withdrawal/requests',
        need: 'withdrawals.read',
        icon: WalletMinimal,
      },
      { name: 'Transanctions', to: '/admin/transanctions', need: 'withdrawals.read', icon: CreditCard },
      { name: 'Payments', to: '/admin/payments', need: 'payments', icon: ReceiptIndianRupee },
    ],
  },
  {
    heading: 'miscellaneous',
    screens: [
      { name: 'Coupons', to: '/admin/coupons', need: 'catalogue.read', icon: Percent },
      { name: 'Charges', to: '/admin/charges', need: 'catalogue.read', icon: ReceiptIndianRupee },
      { name: 'Banners', to: '/admin/banners', need: 'catalogue.read', icon: Image },
      { name: 'Pincodes', to: '/admin/pincodes', need: 'catalogue.read', icon: MapPin },
      { name: 'Opening Hours', to: '/admin/opening/hours', need: 'catalogue.read', icon: Clock },
      { name: 'Users', to: '/admin/users', need: 'customers.read', icon: Users },
      { name: 'Change Password', to: '/admin/change/password', icon: KeyRound },
      { name: 'Contact Messages', to: '/admin/contact', need: 'messages', icon: MessageSquareText },
    ],
  },
]

/** The links of the admin's top bar. */
export const adminTopScreens = [
  { name: 'All Users', to: '/admin/users', need: 'customers.read' },
  { name: 'Charges', to: '/admin/charges', need: 'catalogue.read' },
  { name: 'All Products', to: '/admin/products', need: 'catalogue.read' },
] as const
