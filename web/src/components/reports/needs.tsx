import { budgetState } from '@kirana/domain/code-budget'
import { COUPON_ENDS_SOON_DAYS } from '@kirana/domain/figures'
import { type Needs, reports } from '@kirana/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { NeedsSkeleton, REFRESH_MS } from './needs-skeleton.tsx'
import { counted } from './words.ts'

type Need = { what: string; to?: string; search?: Record<string, string>; isUrgent?: boolean }

/** Late new orders link to the board, other late orders to the history filtered by their status. */
const lateOrders = ({ status, orders }: Needs['late'][number]): Need => ({
  what: `${counted(orders, 'late order')}: ${status}`,
  isUrgent: true,
  ...(status === 'Confirmed'
    ? { to: '/admin/orders/new', search: { view: 'board' } }
    : { to: '/admin/orders', search: { status } }),
})

const newNumberCodes = (budget: NonNullable<Needs['newNumberCodes']>): Need =>
  budgetState(budget) === 'used'
    ? {
        what: `New customers get no more sign-in codes today (limit: ${count(budget.limit)})`,
        isUrgent: true,
      }
    : { what: `${count(budget.sent)} of ${count(budget.limit)} sign-in codes to new numbers sent today` }

const allCodes = (budget: NonNullable<Needs['allCodes']>): Need => ({
  what: `${count(budget.sent)} sign-in codes sent today (alarm at ${count(budget.limit)})`,
  isUrgent: budgetState(budget) === 'used',
})

const missingFssai: Need = {
  what: 'No FSSAI licence number: bills of food have to show it',
  to: '/superadmin/company/settings',
  isUrgent: true,
}

/** The open tasks, each with the screen and filter that shows exactly its rows. */
function needsOf(needs: Needs): Need[] {
  const { late, photoLists, withdrawals, claims, messages, coupons, products, lowStock, missingTax } = needs
  const { failedRefunds } = needs
  const all: [amount: number, need: Need][] = [
    [
      photoLists,
      { what: counted(photoLists, 'photo list waits', 'photo lists wait'), to: '/admin/manual/orders/new' },
    ],
    [
      withdrawals.requests,
      {
        what: `${rupees(withdrawals.amount)} in ${counted(withdrawals.requests, 'withdrawal')}`,
        to: '/admin/withdrawal/requests',
      },
    ],
    [
      claims.open,
      {
        what:
          claims.urgent > 0
            ? `${counted(claims.open, 'open claim')}, ${count(claims.urgent)} due within a business day`
            : counted(claims.open, 'open claim'),
        to: '/admin/claims',
        isUrgent: claims.urgent > 0,
      },
    ],
    [
      failedRefunds.refunds,
      {
        what: `${counted(failedRefunds.refunds, 'failed refund')} of ${rupees(failedRefunds.amount)}`,
        to: '/admin/payments',
        isUrgent: true,
      },
    ],
    [messages, { what: counted(messages, 'unread message'), to: '/admin/contact', search: { state: 'new' } }],
    [
      coupons,
      {
        what: `${counted(coupons, 'coupon ends', 'coupons end')} within ${COUPON_ENDS_SOON_DAYS} days`,
        to: '/admin/coupons',
        search: { ends: 'soon' },
      },
    ],
    [
      products,
      {
        what: `${counted(products, 'product')} without price or picture`,
        to: '/admin/products',
        search: { status: 'unfinished' },
      },
    ],
    [
      lowStock,
      {
        what: `${counted(lowStock, 'variant')} low or out of stock`,
        to: '/admin/stock',
        search: { filter: 'low' },
      },
    ],
    [
      missingTax.products,
      {
        what: `${counted(missingTax.products, 'product')} on sale without HSN code or GST rate`,
        to: '/admin/products',
        search: { tax: 'missing' },
      },
    ],
    [
      missingTax.charges,
      {
        what: `${counted(missingTax.charges, 'charge')} without a GST rate`,
        to: '/admin/charges',
        search: { tax: 'missing' },
      },
    ],
  ]
  return [
    ...late.map(lateOrders),
    ...(needs.newNumberCodes ? [newNumberCodes(needs.newNumberCodes)] : []),
    ...(needs.allCodes ? [allCodes(needs.allCodes)] : []),
    ...(needs.missingFssai ? [missingFssai] : []),
    ...all.filter(([amount]) => amount > 0).map(([, need]) => need),
  ]
}

const needClass =
  'flex min-h-9 items-center gap-1 rounded-control border border-line px-3 py-1 text-sm coarse:min-h-11'

/**
 * Counts of open tasks for staff. With `isLinked`, they link to the screens that the reader may open. Uses the same
 * query as the figures of today.
 */
export function NeedsAttention({ isLinked }: { isLinked: boolean }) {
  const { data } = useQuery({ ...read(reports.today, {}), refetchInterval: REFRESH_MS })
  const opensForStaff = useOpensScreen()
  if (!data) return <NeedsSkeleton />
  const all = needsOf(data.needs).toSorted(
    (a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false),
  )
  const opens = (to: string) =>
    isLinked ? to.startsWith('/admin/') && opensForStaff(to) : to.startsWith('/superadmin/')
  return (
    <section aria-labelledby="needs" className="mb-4">
      <h2 id="needs" className="mb-2 text-base font-semibold">
        Needs attention
      </h2>
      {all.length === 0 && (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
          Nothing is waiting
        </p>
      )}
      <ul className="flex flex-wrap gap-2">
        {all.map(({ what, to, search, isUrgent }) => {
          const tone = `numbers ${isUrgent ? 'font-medium text-bad' : ''}`
          return (
            <li key={what}>
              {to && opens(to) ? (
                <Link
                  to={to}
                  search={search ?? {}}
                  className={`${needClass} bg-surface hover:bg-sunken dark:hover:bg-raised`}
                >
                  <span className={tone}>{what}</span>
                  <ChevronRight aria-hidden size={14} className="shrink-0 text-muted" />
                </Link>
              ) : (
                <p className={`${needClass} ${tone}`}>{what}</p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
