import { api } from '@kirana/contract'
import type { Data, Route, Sent } from '@kirana/contract/route'
import { home } from './factories.ts'
import { photo } from './pictures.ts'
import type { ServerProcess } from './process.ts'

type Headers = Record<string, string>

/** Makes one call of the contract; a connection that breaks is `null`. */
export async function callOver<R extends Route>(address: string, route: R, sent: Sent<R>, headers: Headers) {
  const {
    params = {},
    body,
    files,
  } = sent as {
    params?: Record<string, string>
    body?: Record<string, unknown>
    files?: readonly File[]
  }
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const form = route.files && new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form?.append(name, String(value))
  for (const file of files ?? []) form?.append(route.files?.field ?? '', file)
  const answer = await fetch(`${address}/api/v1${path}`, {
    method: route.method,
    headers: { ...headers, ...(form || !body ? {} : { 'content-type': 'application/json' }) },
    ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => null)
  const said = (await answer?.json().catch(() => null)) as
    | { data: Data<R>; message: string }
    | null
    | undefined
  return answer && said ? { status: answer.status, ...said } : null
}

/** A shop with something to sell, made over HTTP as people make it, and who may come in by which headers. */
export async function openShop(server: ServerProcess) {
  const make = async <R extends Route>(route: R, sent: Sent<R>, headers: Headers = {}): Promise<Data<R>> => {
    const answer = await callOver(server.address, route, sent, headers)
    if (answer?.status !== 200) throw new Error(`${route.path}: ${answer?.message}`)
    return answer.data
  }
  const superadmin = { cookie: await server.signIn() }
  const staff = { cookie: await server.signInStaff(0) }
  const { phone } = home
  await make(api.storeSession.sendCode, { body: { phone } })
  const codeSaid = () => /Sign-in code for \S+: (\d+)/.exec(server.said())?.[1]
  while (codeSaid() === undefined) await new Promise((next) => setTimeout(next, 5))
  const { token, user } = await make(api.storeSession.signIn, { body: { phone, code: codeSaid() ?? '' } })

  await make(api.pincodes.add, { body: { pincode: home.pincode } }, staff)
  await make(api.sections.add, { params: { name: 'Staples' } }, staff)
  const sectionId = (await make(api.sections.list, {}, staff))[0]?._id ?? ''
  const files = [await photo()]
  await make(api.categories.add, { body: { name: 'Rice', sectionId }, files }, staff)
  const category = (await make(api.categories.list, { query: {} }, staff))[0]?._id ?? ''
  await make(api.subcategories.add, { body: { name: 'Basmati', categoryId: category }, files }, staff)
  const subcategory = (await make(api.subcategories.list, { query: {} }, staff))[0]?._id ?? ''
  const told = { title: 'Rice', subTitle: 'Long', description: 'Good' }
  const added = { ...told, section: sectionId, category, subcategory }
  const { _id: productId } = await make(api.products.add, { body: added }, staff)
  const priced = { productId, value: 500, unit: 'GM' as const, sellingPrice: 50 }
  const variantId = (await make(api.variants.add, { body: priced }, staff)).variant[0]?.variantId ?? ''
  return {
    superadmin,
    staff,
    customer: { authorization: `Bearer ${token}` },
    customerId: user._id,
    sectionId,
    item: { productId, variantId, quantity: 1 },
  }
}
