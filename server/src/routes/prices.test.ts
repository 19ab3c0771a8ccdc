import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { variants } from '../tables/products.ts'
import { interleave } from '../testing/races/interleave.ts'
import { onServer } from '../testing/on-server.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff } = await staffApp()

type Change = { variantId: string; version: number; price: number }
const set = (...changes: Change[]) => t.call(api.prices.set, { body: { changes } }, staff)
const kept = async () => {
  const rows = await t.db.select().from(variants).orderBy(variants.id)
  return rows.map(({ sellingPrice, specialPrice, version }) => [sellingPrice, specialPrice, version])
}

test('sets prices row by row, and can revert prices that were not changed since', async () => {
  const { id, variants: sold } = await make.aProduct({
    variants: [
      { mrp: 10_000, sellingPrice: 9_000 },
      { mrp: 10_000, sellingPrice: 0, specialPrice: 8_000 },
      { mrp: 10_000, sellingPrice: 9_000 },
      { sellingPrice: 9_000 },
    ],
  })
  const ids = sold.map((variant) => variant.id)
  const changes = ids.map((variantId, n) => ({
    variantId,
    version: n === 3 ? 7 : 1,
    price: n === 2 ? 100.01 : 95.5,
  }))
  const unknown = { variantId: 'none', version: 1, price: 1 }
  const { data } = await set(...changes, unknown)
  expect(data.map(({ done, message, price, version }) => [done, message, price, version])).toEqual([
    [true, '', 95.5, 2],
    [true, '', 95.5, 2],
    [false, 'Selling price cannot be more than MRP', 90, 1],
    [false, 'Somebody has changed it since', 90, 1],
    [false, 'Variant not found', 0, 1],
  ])
  expect((await kept()).slice(0, 2)).toEqual([
    [9_550, 0, 2],
    [0, 9_550, 2],
  ])
  const history = (await t.call(api.audit.of, { params: { objectId: id }, query: {} }, staff)).data
  expect(history.flatMap(({ changes }) => changes)).toContainEqual({
    field: 'Selling Price',
    before: '₹90.00',
    after: '₹95.50',
  })

  const [first = '', second = ''] = ids
  await set({ variantId: first, version: 2, price: 99 })
  const undone = await set(
    { variantId: first, version: 2, price: 90 },
    { variantId: second, version: 2, price: 80 },
  )
  expect(undone.data.map(({ done, message }) => [done, message])).toEqual([
    [false, 'Somebody has changed it since'],
    [true, ''],
  ])
  expect((await kept()).slice(0, 2)).toEqual([
    [9_900, 0, 3],
    [0, 8_000, 3],
  ])
})

test('many prices run as many statements as one; an unchanged price leaves no audit row', async () => {
  const { variants: sold } = await make.aProduct({ variants: Array.from({ length: 50 }, () => ({})) })
  const [one, ...more] = sold.map(({ id: variantId }) => ({ variantId, version: 1, price: 60 }))
  if (!one) throw new Error('No variant')
  const single = await t.statements(() => set(one))
  const many = await t.statements(() => set(...more))
  expect(many.length).toBe(single.length)
  // Two statements, plus session and audit rows.
  expect(many.length).toBeLessThanOrEqual(4)
  expect(await t.db.select().from(auditRows)).toHaveLength(50)
  await set({ ...one, version: 2 })
  expect(await t.db.select().from(auditRows)).toHaveLength(50)
  const tooMany = Array.from({ length: 501 }, () => one)
  expect(await set(...tooMany)).toMatchObject({ status: 400, message: 'Change 500 prices at most' })
})

onServer(() => {
  test('a price set while another is being set is not overwritten', async () => {
    const { variants: sold } = await make.aProduct()
    const variantId = sold[0]?.id ?? ''
    const [first, second] = await interleave(
      t,
      () => set({ variantId, version: 1, price: 60 }),
      () => set({ variantId, version: 1, price: 70 }),
    )
    expect([first.data[0]?.done, second.data[0]?.done]).toEqual([true, false])
    expect(await kept()).toEqual([[6_000, 0, 2]])
  })
})
