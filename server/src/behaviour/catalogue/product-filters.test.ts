import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { expect, test } from 'vitest'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

type Query = NonNullable<Sent<typeof api.products.list>['query']>
const list = async (query: Query) => {
  const { data } = await t.call(api.products.list, { params: { page: 1 }, query }, staff)
  return data.data.map(({ title }) => title).toSorted()
}
const count = (variantId: string, onHand: number) =>
  t.call(api.stock.count, { body: { variantId, onHand, reason: 'Shelf' } }, staff)

test('filters by category, and by the stock of any variant, as the export does', async () => {
  const rice = await make.aProduct({ title: 'Rice' })
  const dal = await make.aProduct({ title: 'Dal' })
  await make.aProduct({ title: 'Salt' })
  for (const [product, onHand] of [
    [rice, 0],
    [dal, 3],
  ] as const)
    expect((await count(product.item().variantId, onHand)).status).toBe(200)
  expect(await list({ stock: 'out' })).toEqual(['Rice'])
  expect(await list({ stock: 'low' })).toEqual(['Rice'])
  expect(await list({ stock: 'untracked' })).toEqual(['Salt'])
  expect(await list({ stock: 'expiring' })).toEqual([])

  const { data: shown } = await t.call(api.products.get, { params: { productId: dal.id } }, staff)
  expect(await list({ category: shown.category })).toEqual(['Dal'])
  expect(await list({ category: shown.category, stock: 'out' })).toEqual([])
  expect(await list({ category: 'nonsense' })).toEqual([])
  const { body } = await t.app.inject({
    url: `/api/v1/product/export?stock=out`,
    headers: staff.headers,
  })
  expect([body.includes('Rice'), body.includes('Dal')]).toEqual([true, false])
  for (const wrong of [{ stock: 'much' }, { tax: 'much' }] as unknown as Query[])
    expect(await t.call(api.products.list, { params: { page: 1 }, query: wrong }, staff)).toMatchObject({
      status: 400,
    })
})
