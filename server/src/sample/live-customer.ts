import { requestOf } from '@kirana/contract/request'
import type { Data, Route, Sent } from '@kirana/contract/route'
import { storeCatalogue } from '@kirana/contract/store/catalogue'
import { storeOrders } from '@kirana/contract/store/orders'
import { storeProducts } from '@kirana/contract/store/products'
import { storeSession } from '@kirana/contract/store/session'
import type { Chance } from './random.ts'

/** Something that keeps orders from being placed, said so that whoever started the program can mend it. */
export class CannotOrder extends Error {}

/** The store takes no more orders of this customer for now; another one may go on. */
export class CustomerMustWait extends CannotOrder {}
const waitCodes: readonly string[] = ['open-orders', 'slow-down']

export type Shop = { url: string; wares: { productId: string; variantId: string }[]; pincodes: string[] }

/** One call of the store API. @throws CannotOrder when nobody answers or the answer is no */
async function call<R extends Route>(
  url: string,
  route: R,
  sent: Sent<R>,
  headers: Record<string, string> = {},
): Promise<Data<R>> {
  const { url: path, ...request } = requestOf(route, sent)
  const answer = await fetch(`${url}${path}`, {
    ...request,
    headers: { ...request.headers, ...headers },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => {
    throw new CannotOrder(
      `Nobody answers at ${url}. Start the server with npm start, or name it with --url`,
      {
        cause: error,
      },
    )
  })
  const said: unknown = await answer.json().catch(() => null)
  const isObject = typeof said === 'object' && said !== null
  if (answer.ok && isObject && 'data' in said) return said.data as Data<R>
  const message = isObject && 'message' in said ? String(said.message) : `status ${answer.status}`
  const code = isObject && 'code' in said ? String(said.code) : ''
  const Reason = waitCodes.includes(code) ? CustomerMustWait : CannotOrder
  throw new Reason(`${route.method} ${route.path} was refused: ${message}`)
}

/** What can be bought and where it is delivered. */
export async function visit(url: string): Promise<Shop> {
  const { pincodes } = await call(url, storeCatalogue.get, {})
  const wares: Shop['wares'] = []
  let next: string | null = null
  do {
    const query: { cursor?: string } = next === null ? {} : { cursor: next }
    const page: Data<typeof storeProducts.list> = await call(url, storeProducts.list, { query })
    for (const { _id, variant } of page.products)
      wares.push(...variant.map(({ variantId }) => ({ productId: _id, variantId })))
    next = page.next
  } while (next !== null)
  if (wares.length === 0)
    throw new CannotOrder('The store has nothing to sell yet. Load one with npm run data:sample')
  if (pincodes.length === 0) throw new CannotOrder('The store delivers nowhere yet: add a pincode')
  return { url, wares, pincodes }
}

/** Signs a customer in with the code that a server in sample mode gives away; returns the bearer token. */
export async function signIn(url: string, phone: string, fullName: string): Promise<string> {
  const { code } = await call(url, storeSession.sendCode, { body: { phone } })
  if (!code)
    throw new CannotOrder(
      'The server is not in sample mode: it sends sign-in codes by SMS and does not give them away',
    )
  const { token } = await call(url, storeSession.signIn, { body: { phone, code, fullName } })
  return token
}

/** Fills a basket by chance, asks for its price and orders it, cash on delivery. */
export async function order(
  { url, wares, pincodes }: Shop,
  customer: { token: string; fullName: string; phone: string },
  chance: Chance,
) {
  const { token, fullName, phone } = customer
  const items = Array.from({ length: chance.whole(1, 5) }, () => ({
    ...chance.pick(wares),
    quantity: chance.weighted([0, 8, 3, 1]),
  }))
  const pincode = chance.pick(pincodes)
  const headers = { authorization: `Bearer ${token}` }
  const quoted = await call(url, storeOrders.quote, { body: { items, pincode } }, headers)
  const address = {
    fullName,
    phone,
    houseNo: `Flat ${chance.whole(1, 14)}0${chance.whole(1, 6)}`,
    landmark: 'Near the market',
    street: 'Station Road',
    pincode,
    city: 'Mumbai',
    state: 'Maharashtra',
  }
  const started = performance.now()
  const body = { items, address, payment: 'cod' as const, expectedTotal: quoted.totalPrice }
  const placed = await call(url, storeOrders.place, { body }, headers)
  const tookMs = Math.round(performance.now() - started)
  return { orderId: placed.order_id, totalPrice: placed.totalPrice, tookMs }
}
