import { rider } from '@kirana/contract/rider'
import { SAMPLE_PIN } from '@kirana/domain/password'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import { randomUUID } from 'node:crypto'
import { call } from './live-customer.ts'
import type { Random } from './random.ts'
import { sampleRiders } from './riders.ts'

/** One bag in `FAILED` cannot be delivered, and one in `BY_UPI` is paid by UPI. */
const [FAILED, BY_UPI] = [8, 3]

/** The cookie of a rider; null in a store without the sample riders. */
async function signIn(url: string, phone: string): Promise<string | null> {
  const { url: path, ...request } = requestOf(rider.login, { body: { phone, pin: SAMPLE_PIN } })
  const answer = await fetch(`${url}${path}`, request).catch(() => null)
  return answer?.ok ? (answer.headers.getSetCookie()[0]?.split(';')[0] ?? null) : null
}

/**
 * Signs the sample riders in. Returns a function: with each call, every rider takes the assigned bags on the road, or
 * ends a drop (paid in cash or by UPI, or failed). It returns a line of text for each ended drop.
 */
export async function ridersOf(url: string, random: Random) {
  const cookies = await Promise.all(sampleRiders.map(({ phone }) => signIn(url, phone)))
  const theirs = cookies.filter((cookie) => cookie !== null)
  return async (): Promise<string[]> => {
    const lines: string[] = []
    for (const cookie of theirs) {
      const headers = { ...ownPage, cookie }
      const { name, upi, drops } = await call(url, rider.me, {}, headers)
      const assigned = drops.filter(({ state }) => state === 'assigned').map(({ _id }) => _id)
      if (assigned.length > 0) await call(url, rider.start, { body: { orders: assigned } }, headers)
      const drop = drops.find(({ state, needsCode }) => state === 'on the road' && !needsCode)
      if (!drop) continue
      const action = { orderId: drop._id, actionId: randomUUID() }
      if (random.whole(1, FAILED) === 1) {
        await call(url, rider.fail, { body: { ...action, reason: 'Nobody at home' } }, headers)
        lines.push(`${drop.order_id}  ${name} could not deliver it`)
        continue
      }
      const isUpi = upi !== null && random.whole(1, BY_UPI) === 1
      const paid =
        drop.toCollect === 0
          ? { paidBy: 'none' as const }
          : isUpi
            ? { paidBy: 'upi' as const, utr: `4${random.whole(10_000_000_000, 99_999_999_999)}` }
            : { paidBy: 'cash' as const }
      await call(url, rider.deliver, { body: { ...action, ...paid } }, headers)
      lines.push(
        `${drop.order_id}  ${name} delivered it: ${paid.paidBy === 'none' ? 'paid before' : paid.paidBy}`,
      )
    }
    return lines
  }
}
