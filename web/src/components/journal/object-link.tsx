import type { AuditRow } from '@kirana/contract/audit'
import { Link } from '@tanstack/react-router'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { useSession } from '#/lib/session/profiles.ts'

export type NamedObject = NonNullable<AuditRow['parts'][number]['to']>

/** The list screens of objects without a detail screen. */
const lists = {
  section: '/admin/catagories',
  category: '/admin/catagories',
  subcategory: '/admin/catagories',
  keyword: '/admin/keywards',
  pincode: '/admin/pincodes',
  coupon: '/admin/coupons',
  charge: '/admin/charges',
  banner: '/admin/banners',
  manualOrder: '/admin/manual/orders/history',
  claim: '/admin/claims',
  payment: '/admin/payments',
  refund: '/admin/payments',
  customer: '/admin/users',
  withdrawal: '/admin/withdrawal/requests',
  contactMessage: '/admin/contact',
  opening: '/admin/opening/hours',
  rider: '/admin/riders',
} as const
/** The start of the URL of each object's screen. */
const screens: Partial<Record<NamedObject['kind'], string>> = {
  ...lists,
  order: '/admin/order/get/',
  product: '/admin/product/edit/',
}
const ofSuperadmin = {
  staff: '/superadmin/staff',
  release: '/superadmin/app-release',
  company: '/superadmin/company/settings',
} as const

const className =
  'font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current coarse:py-2.5'

/** Whether the reader can open the screen of an object. */
export function useOpens() {
  const superadmin = useSession('superadmin')
  const opensScreen = useOpensScreen()
  return ({ kind, isDeleted }: NamedObject) => {
    if (isDeleted) return false
    if (kind in ofSuperadmin) return Boolean(superadmin)
    const path = screens[kind]
    return path !== undefined && opensScreen(path)
  }
}

type Props = {
  text: string
  to: NamedObject
  /** Filters the log by this object, for readers who may not open its screen. */
  onChoose?: ((id: string) => void) | undefined
}

/** The name of an object, as a link to its screen where the reader can open it. */
export function ObjectLink({ text, to, onChoose }: Props) {
  const { kind, id } = to
  const opens = useOpens()
  if (!opens(to))
    return onChoose ? (
      <button type="button" className={`text-left ${className}`} onClick={() => onChoose(id)}>
        {text}
      </button>
    ) : (
      <span className="font-medium">{text}</span>
    )
  if (kind === 'order')
    return (
      <Link to="/admin/order/get/$orderId" params={{ orderId: id }} className={`numbers ${className}`}>
        {text}
      </Link>
    )
  if (kind === 'product')
    return (
      <Link to="/admin/product/edit/$productId" params={{ productId: id }} className={className}>
        {text}
      </Link>
    )
  if (kind === 'claim')
    return (
      <Link to={lists.claim} search={{ state: 'all' }} className={`numbers whitespace-nowrap ${className}`}>
        {text}
      </Link>
    )
  return (
    <Link to={{ ...lists, ...ofSuperadmin }[kind as keyof typeof lists]} className={className}>
      {text}
    </Link>
  )
}
