import {
  BellRing,
  Shapes,
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
  IndianRupee,
  Tags,
  Users,
  WalletMinimal,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'

/** What a menu entry counts: new orders, new photographed lists, or approvals that this person may decide. */
export type Waits = 'orders' | 'photos' | 'approvals'

/** A menu entry. `to` is a plain string because some screens are registered by their own files. */
export type Screen = { name: string; to: string; icon: LucideIcon; waits?: Waits }
export type ScreenGroup = { heading: string; screens: readonly Screen[] }

/** The admin drawer menu, in the product's spelling and letter case (specification, section 2). */
export const adminScreens: readonly ScreenGroup[] = [
  {
    heading: 'Home',
    screens: [
      { name: 'Dashboard', to: '/admin/dashboard', icon: House },
      { name: 'Reports', to: '/admin/reports', icon: ChartColumn },
    ],
  },
  {
    heading: 'products',
    screens: [
      { name: 'All Products', to: '/admin/products', icon: Package },
      { name: 'Add Product', to: '/admin/product/add', icon: PackagePlus },
      { name: 'Keywards', to: '/admin/keywards', icon: Tags },
      { name: 'Catagories', to: '/admin/catagories', icon: Shapes },
      { name: 'Stock', to: '/admin/stock', icon: Warehouse },
    ],
  },
  {
    heading: 'orders',
    screens: [
      { name: 'New Orders', to: '/admin/orders/new', icon: BellRing, waits: 'orders' },
      { name: 'Order History', to: '/admin/orders', icon: ClipboardList },
      { name: 'Referred Orders', to: '/admin/referred/orders', icon: Gift },
      { name: 'Dispatch', to: '/admin/dispatch', icon: MapPin },
      { name: 'Riders', to: '/admin/riders', icon: Users },
      { name: 'Claims', to: '/admin/claims', icon: Hand },
    ],
  },
  {
    heading: 'manual orders',
    screens: [
      { name: 'New Manual Orders', to: '/admin/manual/orders/new', icon: Hand, waits: 'photos' },
      {
        name: 'Manual Orders History',
        to: '/admin/manual/orders/history',
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
        icon: WalletMinimal,
      },
      { name: 'Transanctions', to: '/admin/transanctions', icon: CreditCard },
      { name: 'Payments', to: '/admin/payments', icon: IndianRupee },
      { name: 'Cash', to: '/admin/cash', icon: IndianRupee },
      { name: 'Approvals', to: '/admin/approvals', icon: Clock, waits: 'approvals' },
      { name: 'GST', to: '/admin/gst', icon: Percent },
    ],
  },
  {
    heading: 'miscellaneous',
    screens: [
      { name: 'Coupons', to: '/admin/coupons', icon: Percent },
      { name: 'Charges', to: '/admin/charges', icon: IndianRupee },
      { name: 'Banners', to: '/admin/banners', icon: Image },
      { name: 'Pincodes', to: '/admin/pincodes', icon: MapPin },
      { name: 'Opening Hours', to: '/admin/opening/hours', icon: Clock },
      { name: 'Users', to: '/admin/users', icon: Users },
      { name: 'Change Password', to: '/admin/change/password', icon: KeyRound },
      { name: 'Contact Messages', to: '/admin/contact', icon: MessageSquareText },
    ],
  },
]

/** The links of the admin's top bar. */
export const adminTopScreens = [
  { name: 'All Users', to: '/admin/users' },
  { name: 'Charges', to: '/admin/charges' },
  { name: 'All Products', to: '/admin/products' },
] as const
