import type { DashboardCounts } from '@kirana/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { BellRing, Shapes, Gift, Hand, Package, Percent, type LucideIcon } from 'lucide-react'
import { count } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'

type Tile = { label: string; of: keyof DashboardCounts; to: string; icon: LucideIcon; tone: string }

/** Order, labels and links (specification, section 2, Dashboard). */
const tiles: readonly Tile[] = [
  {
    label: 'Today Order',
    of: 'todayOrder',
    to: '/admin/orders/new',
    icon: BellRing,
    tone: 'bg-brand-soft text-brand-soft-ink',
  },
  {
    label: 'Categories',
    of: 'totalCategory',
    to: '/admin/catagories',
    icon: Shapes,
    tone: 'bg-ok-soft text-ok',
  },
  {
    label: 'Manual Order',
    of: 'totalManualOrder',
    to: '/admin/manual/orders/new',
    icon: Hand,
    tone: 'bg-info-soft text-info',
  },
  {
    label: 'All Products',
    of: 'totalProduct',
    to: '/admin/products',
    icon: Package,
    tone: 'bg-warn-soft text-warn',
  },
  {
    label: 'Total Referrals',
    of: 'totalReferredOrders',
    to: '/admin/referred/orders',
    icon: Gift,
    tone: 'bg-gift-soft text-gift',
  },
  { label: 'Coupons', of: 'totalCoupons', to: '/admin/coupons', icon: Percent, tone: 'bg-bad-soft text-bad' },
]

const tileClass = 'card flex h-full flex-wrap items-center gap-x-3 gap-y-1 p-3'

type Props = { counts: DashboardCounts | undefined; isLoading: boolean }

/** Six counts, each linked to its list if the role permits it. */
export function Tiles({ counts, isLoading }: Props) {
  const opens = useOpensScreen()
  return (
    <ul
      aria-label="Counts"
      aria-busy={isLoading}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6"
    >
      {tiles.map(({ label, of, to, icon: Icon, tone }) => {
        const tile = (
          <>
            <span aria-hidden className={`grid size-9 shrink-0 place-items-center rounded-control ${tone}`}>
              <Icon size={18} />
            </span>
            <span className="order-last w-full text-sm text-muted">{label}</span>
            <span className="numbers block h-8 text-2xl font-semibold tracking-tight">
              {counts ? (
                count(counts[of])
              ) : isLoading ? (
                <span className="skeleton mt-1.5 block h-5 w-12" />
              ) : (
                '–'
              )}
            </span>
          </>
        )
        return (
          <li key={of}>
            {opens(to) ? (
              <Link to={to} className={`${tileClass} transition-colors hover:border-line-strong`}>
                {tile}
              </Link>
            ) : (
              <div className={tileClass}>{tile}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
