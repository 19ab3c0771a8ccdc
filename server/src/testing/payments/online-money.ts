import type { RazorpayServer } from '@kirana/testing/razorpay'
import type { OnlineApp } from './online.ts'

export const dashboardRefunds = ['all', 'half', 'least', 'all but 50 paise'] as const
type DashboardRefund = (typeof dashboardRefunds)[number]

/** The provider lists payments by their start: the daily comparison finds refunds of recent ones. */
const RECENT_MS = 2 * 86_400_000

/** The owner refunds a recent payment in the provider's dashboard. */
export function refundRecent(razorpay: RazorpayServer, at: number, how: DashboardRefund) {
  const leftOf = (id: string, amount: number) => amount - razorpay.refundedOf(id)
  const recent = [...razorpay.payments.values()].filter(
    ({ id, amount, status, created_at: startedAt }) =>
      status !== 'failed' && leftOf(id, amount) >= 100 && razorpay.now() - startedAt * 1000 < RECENT_MS,
  )
  const payment = recent[at % Math.max(recent.length, 1)]
  if (!payment) return
  const left = leftOf(payment.id, payment.amount)
  const amounts: Record<DashboardRefund, number> = {
    all: left,
    half: Math.floor(left / 2),
    least: 100,
    'all but 50 paise': left - 50,
  }
  razorpay.refundInDashboard(payment.id, Math.max(amounts[how], 100))
}

/**
 * Returns the captured payments whose refunds at the provider differ from the stored ones, or whose total refund is
 * wrong. A canceled order must have its whole payment refunded, any other order at least its missing items, and
 * unmatched money that needs no decision all but less than ₹1.
 */
export async function misplacedMoney({ t, razorpay }: OnlineApp) {
  const { rows } = await t.db.execute<{ paymentId: string; back: number; isWrong: boolean }>(`
    SELECT p.payment_id AS "paymentId", r.back::int AS back, CASE
      WHEN p.state = 'paid' AND o.status = 'canceled' THEN r.back + r.otherwise <> p.amount
      WHEN p.state = 'paid' THEN r.back + r.otherwise < p.amount - o.total
      ELSE r.asked AND p.amount - r.back - r.otherwise >= 100 END AS "isWrong"
    FROM payments p LEFT JOIN orders o ON o.id = p.order_id CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE state = 'done'), 0) AS back,
        coalesce(sum(amount) FILTER (WHERE state = 'settled'), 0) AS otherwise,
        coalesce(bool_or(cause = 'unmatched'), false) AS asked
      FROM refunds WHERE payment = p.id) r
    WHERE p.payment_id IS NOT NULL`)
  const known = new Map(rows.map((row) => [row.paymentId, row]))
  const captured = [...razorpay.payments.values()].filter(({ status }) => status !== 'failed')
  return captured.flatMap(({ id, amount }) => {
    const there = razorpay.refundedOf(id)
    const here = known.get(id)
    return here && !here.isWrong && here.back === there ? [] : [{ id, amount, there, ...here }]
  })
}
