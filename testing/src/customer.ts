import { api, type PlacedOrder, type StoreProductRow } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { caller, type Call } from './caller.ts'
import { aPictureFile } from './png.ts'

type Ordered = Partial<Sent<typeof api.storeOrders.place>['body']> & { lines?: number }

export type Customer = {
  id: string
  phone: string
  fullName: string
  referCode: string
  headers: { authorization: string }
  call: Call
  /** Places an order, by default of one piece each of `lines` different products (1), at home, and paid in cash. */
  order: (ordered?: Ordered) => Promise<PlacedOrder>
  /** Sends `count` photos of a handwritten list; returns the id of the photo order. */
  photos: (count?: number) => Promise<string>
}

let people = 0

/** A phone number that no other test and no sample customer has. Numbers from 70000… are not issued. */
export const freshPhone = (worker: number) => `+917000${worker % 10}${String(++people).padStart(5, '0')}`

/** A customer signed in with a one-time code; `codeOf` looks the code up if the server does not return it. */
export async function newCustomer(
  origin: string,
  phone: string,
  fullName: string,
  codeOf = (_phone: string) => '',
): Promise<Customer> {
  const anyone = caller(origin)
  const { code = codeOf(phone) } = await anyone(api.storeSession.sendCode, { body: { phone } })
  const { token, user } = await anyone(api.storeSession.signIn, {
    body: { phone, fullName, code, referCode: '' },
  })
  const headers = { authorization: `Bearer ${token}` }
  const call = caller(origin, headers)
  return {
    id: user._id,
    phone,
    fullName,
    referCode: user.referCode,
    headers,
    call,
    order: (ordered = {}) => place(call, { fullName, phone }, ordered),
    photos: async (count = 1) =>
      (await call(api.storeManualOrders.add, { body: {}, files: somePhotos(count) }))._id,
  }
}

const somePhotos = (count: number) => Array.from({ length: count }, aPictureFile)

async function place(
  call: Call,
  person: { fullName: string; phone: string },
  { lines = 1, ...ordered }: Ordered,
) {
  const { pincodes } = await call(api.storeCatalogue.get, {})
  const address = {
    ...person,
    houseNo: 'Flat 4',
    landmark: '',
    street: 'Hill Road',
    pincode: pincodes[0] ?? '',
    city: 'Mumbai',
    state: 'Maharashtra',
  }
  const items = ordered.items ?? (await someItems(call, lines))
  return call(api.storeOrders.place, { body: { payment: 'cod', address, ...ordered, items } })
}

/** Takes products that are not about to run out, because a scarce product belongs to a test that counts its pieces. */
async function someItems(call: Call, lines: number) {
  const { products } = await call(api.storeProducts.list, { query: {} })
  return products
    .filter(({ variant: [variant] }) => variant?.inStock === true && variant.left === undefined)
    .slice(0, lines)
    .map(onePiece)
}

function onePiece({ _id, title, variant: [variant] }: StoreProductRow) {
  if (!variant) throw new Error(`${title} has no variant to order`)
  return { productId: _id, variantId: variant.variantId, quantity: 1 }
}
