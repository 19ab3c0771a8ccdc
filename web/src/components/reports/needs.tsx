import { budgetState } from '@kirana/domain/code-budget'
import { COUPON_ENDS_SOON_DAYS } from '@kirana/domain/figures'
import type { Needs } from '@kirana/contract/reports'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { count, rupees } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { counted } from './words.ts'

type Need = { what: string; to?: string; search?: Record<string, string>; isUrgent?: boolean }

/** The new ones are on the board, oldest first; the others in the history under their status. */
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

const missingFssai: Need = {
  what: 'No FSSAI licence number: bills of food have to show it',
  to: '/superadmin/company/settings',
  isUrgent: true,
}

/** Each with the screen and the filter that shows exactly these. */
function needsOf(needs: Needs): Need[] {
  const { late, photoLists, withdrawals, claims, messages, coupons, products, lowStock, missingTax } = needs
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
    ...(needs.missingFssai ? [missingFssai] : []),
    ...all.filter(([amount]) => amount > 0).map(([, need]) => need),
  ]
}

const rowClass = 'flex min-h-11 items-center gap-3 border-t border-line px-4 py-2'

/** What waits for somebody, as links to the screens that the reader may open. `isLinked`: to those of staff. */
export function NeedsList({ needs, isLinked }: { needs: Needs; isLinked: boolean }) {
  const all = needsOf(needs)
  const opensForStaff = useOpensScreen()
  const opens = (to: string) =>
    isLinked ? to.startsWith('/admin/') && opensForStaff(to) : to.startsWith('/superadmin/')
  return (
    <section aria-labelledby="needs" className="card overflow-hidden">
      <h3 id="needs" className="px-4 py-3 text-base font-semibold">
        Needs somebody now
      </h3>
      {all.length === 0 && (
        <p className={`${rowClass} text-muted`}>
          <CircleCheck aria-hidden size={18} className="shrink-0 text-ok" />
          Nothing is waiting
        </p>
      )}
      <ul>
        {all.map(({ what, to, search, isUrgent }) => (
          <li key={what}>
            {to && opens(to) ? (
              <Link
                to={to}
                search={search ?? {}}
                className={`${rowClass} -outline-offset-2 hover:bg-sunken dark:hover:bg-raised`}
              >
                <span className={`numbers min-w-0 flex-1 ${isUrgent ? 'font-medium text-bad' : ''}`}>
                  {what}
                </span>
                <ChevronRight aria-hidden size={16} className="shrink-0 text-muted" />
              </Link>
            ) : (
              <p className={`${rowClass} numbers ${isUrgent ? 'font-medium text-bad' : ''}`}>{what}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
