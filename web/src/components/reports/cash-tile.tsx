import { cash, type TillCount } from '@kirana/contract/cash'
import type { Today } from '@kirana/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAfterScreen } from '#/lib/after-screen.ts'
import { read } from '#/lib/api.ts'
import { clockTime, rupees } from '#/lib/format.ts'
import { useAllowed, useOpensScreen } from '#/lib/session/allowed.ts'
import { counted } from './words.ts'

const REFRESH_MS = 60_000

type Line = {
  name: string
  amount: number
  /** The screen that lists the amounts; absent if there is none. */
  to?: string
  search?: Record<string, string>
  hash?: string
  note?: string
}

/** The result of today's last count of the till. */
function tillText(count: TillCount | null) {
  if (count === null) return 'not counted today'
  const { difference, at } = count
  const result =
    difference === 0 ? 'adds up' : `${rupees(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}`
  return `${result}, counted ${clockTime(Date.parse(at))}`
}

/**
 * The store's money by place: to collect, with riders, in the till, paid by UPI but not verified. Each amount links to
 * its list, if the role may open it.
 */
export function CashTile({
  cashToCollect: { orders, amount },
  isLinked,
}: Pick<Today, 'cashToCollect'> & { isLinked: boolean }) {
  const opensForStaff = useOpensScreen()
  const mayRead = useAllowed(cash.get)
  const isAfter = useAfterScreen()
  const { data } = useQuery({
    ...read(cash.get, {}),
    // Waits until the recent orders have loaded.
    enabled: isAfter && (mayRead || !isLinked),
    refetchInterval: REFRESH_MS,
  })
  const book = isLinked ? '/admin/cash' : '/superadmin/cash'
  const withRiders = (data?.riders ?? []).reduce((sum, { inHand }) => sum + Math.round(inHand * 100), 0) / 100
  const lines: Line[] = [
    {
      name: 'To collect',
      amount,
      // Only staff can read orders.
      ...(isLinked && { to: '/admin/orders', search: { collect: 'cash' } }),
      note: counted(orders, 'open order'),
    },
    ...(data
      ? [
          { name: 'With riders', amount: withRiders, to: book, hash: 'riders' },
          { name: 'In the till', amount: data.store, to: book, hash: 'till', note: tillText(data.tillCount) },
          { name: 'UPI, not verified', amount: data.unverified.amount, to: book, hash: 'upi' },
        ]
      : []),
  ]
  return (
    <ul className="mt-1 text-sm">
      {lines.map(({ name, amount: sum, to, search = {}, hash = '', note }) => {
        const words = (
          <>
            <span className="min-w-0 flex-1">{name}</span>
            <b className="numbers">{rupees(sum)}</b>
            {note && <span className="numbers w-full text-xs text-muted">{note}</span>}
          </>
        )
        const line = 'flex flex-wrap items-baseline justify-between gap-x-2 py-0.5 coarse:py-2.5'
        return (
          <li key={name}>
            {to !== undefined && (!isLinked || opensForStaff(to)) ? (
              <Link to={to} search={search} hash={hash} className={`${line} rounded-control hover:underline`}>
                {words}
              </Link>
            ) : (
              <span className={line}>{words}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
