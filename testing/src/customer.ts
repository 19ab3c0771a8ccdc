import { api, type PlacedOrder, type StoreProductRow } from '@kirana/contract'
import { caller, type Call } from './caller.ts'
import { aPicture } from './png.ts'

export type Customer = {
  phone: string
  fullName: string
  referCode: string
  call: Call
  /** Places an order of `lines` different products, one unit each. */
  order: (how?: { lines?: number; referCode?: string; payment?: 'cod' | 'online' }) => Promise<PlacedOrder>
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
  const call = caller(origin, { authorization: `Bearer ${token}` })
  return {
    phone,
    fullName,
    referCode: user.referCode,
    call,
    order: ({ lines = 1, referCode = '', payment = 'cod' } = {}) =>
      place(call, { fullName, phone, lines, referCode, payment }),
    photos: async (count = 1) =>
      (await call(api.storeManualOrders.add, { body: {}, files: somePhotos(count) }))._id,
  }
}

const somePhotos = (count: number) =>
  Array.from({ length: count }, () => {
    const { name, mimeType, buffer } = aPicture()
    return new File([new Uint8Array(buffer)], name, { type: mimeType })
  })

type Wanted = {
  fullName: string
  phone: string
  lines: number
  referCode: string
  payment: 'cod' | 'online'
}

async function place(call: Call, { fullName, phone, lines, referCode, payment }: Wanted) {
  const { pincodes } = await call(api.storeCatalogue.get, {})
  const { products: shown } = await call(api.storeProducts.list, { query: {} })
  const products = shown.filter(({ variant }) => variant.length > 0).slice(0, lines)
  return call(api.storeOrders.place, {
    body: {
      items: products.map(onePiece),
      payment,
      coupon: '',
      referCode,
      address: {
        fullName,
        phone,
        houseNo: 'Flat 4',
        landmark: '',
        street: 'Hill Road',
        pincode: pincodes[0] ?? '',
        city: 'Mumbai',
        state: 'Maharashtra',
      },
    },
  })
}

function onePiece({ _id, title, variant: [variant] }: StoreProductRow) {
  if (!variant) throw new Error(`${title} has no variant to order`)
  return { productId: _id, variantId: variant.variantId, quantity: 1 }
}
