import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import type { Data, Route, Sent } from '@kirana/contract/wire/route'
import { newCustomer } from '@kirana/testing/customer'
import { home } from '../factories.ts'
import { photo } from '../files/pictures.ts'
import type { ServerProcess } from './process.ts'

type Headers = Record<string, string>

/** Makes one call of the contract; returns null when the connection breaks. */
export async function callOver<R extends Route>(address: string, route: R, sent: Sent<R>, headers: Headers) {
  const { url, ...made } = requestOf(route, sent)
  const answer = await fetch(`${address}${url}`, {
    ...made,
    headers: { ...ownPage, ...made.headers, ...headers },
  }).catch(() => null)
  const body = (await answer?.json().catch(() => null)) as
    | { data: Data<R>; message: string }
    | null
    | undefined
  return answer && body ? { status: answer.status, ...body } : null
}

/** Effectively no limits, because few customers place many orders. */
const unlimitedOrders = {
  openOrdersPerCustomer: 1000,
  unpaidPerCustomer: 1_000_000,
  unpaidBeforeDelivery: 1_000_000,
  unpaidStockShare: 100,
}

/** Sets up a shop with products over HTTP; returns its ids and the headers of its users. */
export async function openShop(server: ServerProcess) {
  const make = async <R extends Route>(route: R, sent: Sent<R>, headers: Headers = {}): Promise<Data<R>> => {
    const answer = await callOver(server.address, route, sent, headers)
    if (answer?.status !== 200) throw new Error(`${route.path}: ${answer?.message}`)
    return answer.data
  }
  const superadmin = { cookie: await server.signIn() }
  const staff = { cookie: await server.signInStaff(0) }
  const signInCustomer = (phone: string) => newCustomer(server.address, phone, '', server.codeOf)
  const customer = await signInCustomer(`+91${home.phone}`)

  await make(api.company.edit, { body: unlimitedOrders }, superadmin)
  await make(api.pincodes.add, { body: { pincode: home.pincode } }, staff)
  await make(api.sections.add, { params: { name: 'Staples' } }, staff)
  const sectionId = (await make(api.sections.list, {}, staff))[0]?._id ?? ''
  const files = [await photo()]
  await make(api.categories.add, { body: { name: 'Rice', sectionId }, files }, staff)
  const category = (await make(api.categories.list, { query: {} }, staff))[0]?._id ?? ''
  await make(api.subcategories.add, { body: { name: 'Basmati', categoryId: category }, files }, staff)
  const subcategory = (await make(api.subcategories.list, { query: {} }, staff))[0]?._id ?? ''
  const texts = { title: 'Rice', subTitle: 'Long', description: 'Good' }
  const added = { ...texts, section: sectionId, category, subcategory }
  const { _id: productId } = await make(api.products.add, { body: added }, staff)
  const priced = { productId, value: 500, unit: 'GM' as const, sellingPrice: 50 }
  const variantId = (await make(api.variants.add, { body: priced }, staff)).variant[0]?.variantId ?? ''
  /** Adds this many variants; returns a cart item of each. */
  const items = async (count: number) => {
    let variants: { variantId: string }[] = []
    for (let n = 1; n <= count; n++)
      variants = (await make(api.variants.add, { body: { ...priced, value: n } }, staff)).variant
    return variants.slice(-count).map((variant) => ({ productId, variantId: variant.variantId, quantity: 1 }))
  }
  return {
    superadmin,
    staff,
    customer: customer.headers,
    customerId: customer.id,
    /** Signs in another customer: each may place 30 orders a minute. */
    newCustomer: (n: number) => signInCustomer(`+9198000${20_100 + n}`),
    signInCustomer,
    items,
    sectionId,
    item: { productId, variantId, quantity: 1 },
  }
}
