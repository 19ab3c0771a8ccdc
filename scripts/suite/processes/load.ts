/** One customer per worker, and the session cookie of a staff member. */
export type People = { customers: { userId: string; token: string }[]; staff: string }
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import type { Route, Sent } from '@kirana/contract/wire/route'

const document = '%PDF-1.7\ntrailer<<>>\n%%EOF\n'

type Write = { key: string; send: () => Promise<Response>; done: boolean }
type Failure = { key: string; status: number; process: string | null; body: string }

/**
 * Writes through the proxy until `stop`: adds coins, requests withdrawals and pays them out with a document. Every write
 * has an idempotency key, so that it can be repeated.
 */
export function load(url: string, { customers, staff }: People) {
  const writes: Write[] = []
  const paid: string[] = []
  const asked: string[] = []
  const failures: Failure[] = []
  const processes = new Map<string, number>()
  let longestMs = 0
  let isOver = false

  const send = <R extends Route>(route: R, sent: Sent<R>, headers: Record<string, string>) => {
    const { url: path, ...request } = requestOf(route, sent)
    return fetch(`${url}${path}`, { ...request, headers: { ...ownPage, ...request.headers, ...headers } })
  }

  /** Returns the response data, or null if the write was not acknowledged. */
  async function write(key: string, sending: Write['send']): Promise<{ _id: string } | null> {
    const entry: Write = { key, send: sending, done: false }
    writes.push(entry)
    const start = performance.now()
    const answer = await sending()
    longestMs = Math.max(longestMs, performance.now() - start)
    if (!answer.ok) {
      const process = answer.headers.get('x-broken') ?? answer.headers.get('x-process')
      failures.push({ key, status: answer.status, process, body: await answer.text() })
      return null
    }
    entry.done = true
    const name = answer.headers.get('x-process') ?? ''
    processes.set(name, (processes.get(name) ?? 0) + 1)
    const { data } = (await answer.json()) as { data: { _id: string } | null }
    return data ?? { _id: '' }
  }

  async function work({ userId, token }: People['customers'][number], worker: number) {
    for (let n = 0; !isOver; n++) {
      const key = `${worker}-${n}`
      const once = (what: string) => ({ 'idempotency-key': `${what} ${key}` })
      await write(`coins ${key}`, () =>
        send(api.wallet.addCoins, { body: { userId, point: 1 } }, { cookie: staff, ...once('coins') }),
      )
      const body = { amount: 1, upiId: 'ravi@upi' }
      const withdrawal = await write(`ask ${key}`, () =>
        send(api.storeWallet.withdraw, { body }, { authorization: `Bearer ${token}`, ...once('ask') }),
      )
      if (withdrawal === null) continue
      asked.push(withdrawal._id)
      const paying = {
        body: { withdrawalId: withdrawal._id },
        files: [new File([document], 'receipt.pdf', { type: 'application/pdf' })],
      }
      const payout = await write(`pay ${key}`, () =>
        send(api.withdrawals.approve, paying, { cookie: staff, ...once('pay') }),
      )
      if (payout !== null) paid.push(withdrawal._id)
    }
  }
  const working = Promise.all(customers.map(work))
  return {
    writes,
    asked,
    paid,
    failures,
    processes,
    longestMs: () => Math.round(longestMs),
    acknowledged: () => writes.filter(({ done }) => done).length,
    stop: async () => {
      isOver = true
      await working
    },
  }
}
