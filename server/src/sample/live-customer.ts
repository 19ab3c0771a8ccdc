import { requestOf } from '@kirana/contract/wire/request'
import type { Data, Route, Sent } from '@kirana/contract/wire/route'
import { storeCatalogue } from '@kirana/contract/store/catalogue'
import { storeOrders } from '@kirana/contract/store/orders'
import { storeProducts } from '@kirana/contract/store/products'
import { storeSession } from '@kirana/contract/store/session'
import type { Random } from './random.ts'

/** Orders cannot be placed. The message tells the person who started the program what to do. */
export class CannotOrder extends Error {}

/** This customer has reached a limit; other customers can still order. */
export class CustomerMustWait extends CannotOrder {}
const waitCodes: readonly string[] = ['open-orders', 'unpaid-value', 'slow-down']

export type Shop = { url: string; variants: { productId: string; variantId: string }[]; pincodes: string[] }

/** Makes a call. Throws CannotOrder on an error response or if there is no response. */
export async function call<R extends Route>(
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
      `No server responds at ${url}. Start one with npm start, or pass its address with --url`,
      {
        cause: error,
      },
    )
  })
  const json: unknown = await answer.json().catch(() => null)
  const isObject = typeof json === 'object' && json !== null
  if (answer.ok && isObject && 'data' in json) return json.data as Data<R>
  const message = isObject && 'message' in json ? String(json.message) : `status ${answer.status}`
  const code = isObject && 'code' in json ? String(json.code) : ''
  const Reason = waitCodes.includes(code) ? CustomerMustWait : CannotOrder
  throw new Reason(`${route.method} ${route.path} failed: ${message}`)
}

/** Loads the variants that are for sale and the pincodes with delivery. */
export async function visit(url: string): Promise<Shop> {
  const { pincodes } = await call(url, storeCatalogue.get, {})
  const variants: Shop['variants'] = []
  let next: string | null = null
  do {
    const query: { cursor?: string } = next === null ? {} : { cursor: next }
    const page: Data<typeof storeProducts.list> = await call(url, storeProducts.list, { query })
    for (const { _id, variant } of page.products)
      for (const { variantId, inStock } of variant) if (inStock) variants.push({ productId: _id, variantId })
    next = page.next
  } while (next !== null)
  if (variants.length === 0)
    throw new CannotOrder(
      'The store has no products in stock yet. Load the sample store with npm run data:sample',
    )
  if (pincodes.length === 0) throw new CannotOrder('The store has no delivery area yet. Add a pincode')
  return { url, variants, pincodes }
}

/** Signs a customer in with the code that a server in sample mode returns. Returns the bearer token. */
export async function signIn(url: string, phone: string, fullName: string): Promise<string> {
  const { code } = await call(url, storeSession.sendCode, { body: { phone } })
  if (!code) throw new CannotOrder('The server is not in sample mode, so it does not return sign-in codes')
  const { token } = await call(url, storeSession.signIn, { body: { phone, code, fullName } })
  return token
}

/**
 * Orders random items, as many as an order can have, with cash on delivery for the quoted price; null if all of them
 * have gone out of stock. Removes these variants from the shop. Throws CannotOrder if no variant is left.
 */
export async function order(
  shop: Shop,
  customer: { token: string; fullName: string; phone: string },
  random: Random,
) {
  const { url, pincodes } = shop
  const { token, fullName, phone } = customer
  if (shop.variants.length === 0) throw new CannotOrder('Everything in the store is out of stock')
  const wanted = Array.from({ length: random.whole(1, 5) }, () => ({
    ...random.pick(shop.variants),
    quantity: random.weighted([0, 8, 3, 1]),
  }))
  const pincode = random.pick(pincodes)
  const headers = { authorization: `Bearer ${token}` }
  const quote = (items: typeof wanted) => call(url, storeOrders.quote, { body: { items, pincode } }, headers)
  let quoted = await quote(wanted)
  const missing = quoted.lines.flatMap(({ variantId, available }) => (available === 0 ? [variantId] : []))
  shop.variants = shop.variants.filter(({ variantId }) => !missing.includes(variantId))
  const items = quoted.lines
    .map(({ productId, variantId, quantity, available }) => ({
      productId,
      variantId,
      quantity: Math.min(quantity, available),
    }))
    .filter(({ quantity }) => quantity > 0)
  if (items.length === 0) return null
  if (quoted.lines.some(({ quantity, available }) => available < quantity)) quoted = await quote(items)
  const address = {
    fullName,
    phone,
    houseNo: `Flat ${random.whole(1, 14)}0${random.whole(1, 6)}`,
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
