import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import type { Route, Sent } from '@kirana/contract/wire/route'
import { caller } from '@kirana/testing/caller'
import { runProgram } from '@kirana/testing/program'

type Shopper = { id: string; phone: string; token: string }
export type People = { shoppers: Shopper[]; staff: string }

/** Signs in staff and customers of the store at `DATABASE_URL`, and adds those who are missing. */
export async function signIn(env: Record<string, string>, count: number): Promise<People> {
  const program = ['server/src/testing/processes/write-shoppers.ts', String(count)]
  const { code, said: output } = await runProgram(program, env).ended
  if (code !== 0) throw new Error(output)
  return JSON.parse(output) as People
}

/** A write of the load. Times are those of this machine's clock, in ms since 1970. */
export type Write = {
  kind: 'order' | 'accept'
  id: string | null
  sentAt: number
  /** When the response arrived; null if the write was not acknowledged. */
  answeredAt: number | null
  /** The body of the response. */
  body: string
}

/** A call is answered or its connection closed within 35 seconds. */
const RESPONSE_MS = 45_000

export type Goods = { items: { productId: string; variantId: string; quantity: number }[]; pincode: string }

/** Adds variants to a product, which customers can order without limit: their pieces are not counted. */
export async function addGoods(url: string, staff: string): Promise<Goods> {
  const office = caller(url, { cookie: staff })
  const { pincodes } = await office(api.storeCatalogue.get, {})
  const { products } = await office(api.storeProducts.list, { query: {} })
  const productId = products[0]?._id ?? ''
  const items: Goods['items'] = []
  for (const value of [601, 602, 603, 604, 605]) {
    const body = { productId, value, unit: 'GM' as const, sellingPrice: 50 }
    const { variant } = await office(api.variants.add, { body })
    items.push({ productId, variantId: variant.at(-1)?.variantId ?? '', quantity: 1 })
  }
  return { items, pincode: pincodes[0] ?? '' }
}

/**
 * Places `perSecond` orders a second, whether or not earlier ones are answered, until `stop`; staff accept every fifth, so
 * that it has an invoice.
 */
export function placeOrders(url: string, { shoppers, staff }: People, goods: Goods, perSecond: number) {
  const { items, pincode } = goods
  const writes: Write[] = []
  const open = new Set<Promise<unknown>>()

  async function write<R extends Route>(
    kind: Write['kind'],
    route: R,
    sent: Sent<R>,
    headers: Record<string, string>,
  ): Promise<Write> {
    const { url: path, ...request } = requestOf(route, sent)
    const entry: Write = { kind, id: null, sentAt: Date.now(), answeredAt: null, body: '' }
    writes.push(entry)
    const answer = await fetch(`${url}${path}`, {
      ...request,
      headers: { ...ownPage, ...request.headers, ...headers },
      signal: AbortSignal.timeout(RESPONSE_MS),
    }).catch(() => null)
    const body = (await answer?.text().catch(() => null)) ?? null
    entry.body = body ?? ''
    if (answer?.ok && body !== null) entry.answeredAt = Date.now()
    return entry
  }

  async function place(n: number) {
    const { phone, token } = shoppers[n % shoppers.length] as Shopper
    const address = {
      fullName: 'A shopper',
      phone: phone.slice(3),
      houseNo: '12',
      landmark: '',
      street: 'MG Road',
      pincode,
      city: 'Mumbai',
      state: 'Maharashtra',
    }
    const chosen = [0, 1, 2].map((line) => items[(n * 3 + line) % items.length] as (typeof items)[number])
    const distinct = [...new Map(chosen.map((item) => [item.variantId, item])).values()]
    const body = { items: distinct, payment: 'cod' as const, address }
    const key = { 'idempotency-key': `order ${Date.now()} ${n}` }
    const order = await write(
      'order',
      api.storeOrders.place,
      { body },
      { authorization: `Bearer ${token}`, ...key },
    )
    if (order.answeredAt === null) return
    order.id = (JSON.parse(order.body) as { data: { _id: string } }).data._id
    if (n % 5 > 0) return
    const accepting = { params: { orderId: order.id, status: 'Prepeared' as const }, query: {} }
    const accepted = await write('accept', api.orders.changeStatus, accepting, { cookie: staff })
    accepted.id = order.id
  }

  let n = 0
  const began = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    for (; n < due; n++) {
      const placing = place(n).finally(() => open.delete(placing))
      open.add(placing)
    }
  }, 10)
  return {
    writes,
    acknowledged: () => writes.filter(({ answeredAt }) => answeredAt !== null),
    /** Waits for the responses to what was sent. */
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)
      return writes
    },
  }
}
export type Load = ReturnType<typeof placeOrders>
