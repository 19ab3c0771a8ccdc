import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { purgeExpiredKeys } from '../request/idempotency.ts'
import { auditRows, idempotencyKeys } from '../tables/journal.ts'
import { staff as people, staffRoles } from '../tables/people.ts'
import { stockBatches, stockReceipts } from '../tables/stock.ts'
import { withHeaders } from '../testing/app.ts'
import { staffApp } from '../testing/staff-app.ts'
import { stockCalls } from '../testing/stock.ts'
import { findInvariantViolations } from '../testing/violations.ts'

const { t, make, staff, signInStaff } = await staffApp()
const { count, level, movements, changeStatus } = stockCalls(t, staff)
beforeEach(() => make.aPincode())

type Items = Sent<typeof api.receipts.add>['body']['items']
const receive = (items: Items, key: string = randomUUID(), bill = { supplier: 'Amul', billNumber: 'B-12' }) =>
  t.call(api.receipts.add, { body: { ...bill, items } }, withHeaders(staff, { 'idempotency-key': key }))
type WriteOff = Sent<typeof api.stock.writeOff>['body']
const writeOff = (variantId: string, quantity: number, more: Partial<WriteOff> = {}) =>
  t.call(
    api.stock.writeOff,
    { body: { variantId, quantity, reason: 'damaged', note: '', ...more } },
    withHeaders(staff, { 'idempotency-key': randomUUID() }),
  )
const receiptCount = () => t.db.$count(stockReceipts)

test('a delivery is received as a whole, once, with two expiries of one variant', async () => {
  const milk = await make.aProduct({ title: 'Milk', variants: [{}, { quantity: 1_000_000, unit: 'ML' }] })
  const [small, big] = [milk.item(1, 0).variantId, milk.item(1, 1).variantId]
  const key = randomUUID()
  const items = [
    { variantId: small, quantity: 24, expiry: '2026-11-30', cost: 40.5 },
    { variantId: big, quantity: 6, expiry: '', cost: '' },
    { variantId: small, quantity: 12, expiry: '2026-12-05', cost: 40 },
  ]
  const received = await receive(items, key)
  expect(received).toMatchObject({ status: 200, message: 'Goods received successfully' })
  expect(received.data).toMatchObject({
    supplier: 'Amul',
    billNumber: 'B-12',
    by: 'Asha (staff)',
    lines: 3,
    pieces: 42,
    cost: 24 * 40.5 + 12 * 40,
    items: [
      { title: 'Milk', productQuantity: '500 GM', quantity: 24, expiry: '2026-11-30', cost: 40.5 },
      { title: 'Milk', productQuantity: '1000 ML', quantity: 6, expiry: null, cost: 0 },
      { quantity: 12, expiry: '2026-12-05', cost: 40 },
    ],
  })
  expect((await receive(items, key)).data).toEqual(received.data)
  expect(await receive(items.slice(1), key)).toMatchObject({ status: 422 })
  expect([await level(small), await level(big), await receiptCount()]).toMatchObject([
    { onHand: 36, available: 36 },
    { onHand: 6 },
    1,
  ])
  expect(await movements(small)).toMatchObject([
    { kind: 'received', quantity: 12, reason: 'Amul, bill B-12' },
    { kind: 'received', quantity: 24 },
  ])
  const { _id: id } = received.data
  expect((await t.call(api.receipts.get, { params: { id } }, staff)).data).toEqual(received.data)
  const { items: _, ...row } = received.data
  expect((await t.call(api.receipts.list, { params: { page: 1 } }, staff)).data).toEqual({
    data: [row],
    totalPages: 1,
  })
  expect(await t.db.select().from(auditRows).where(eq(auditRows.object, id))).toMatchObject([
    { call: 'receipts.add', after: { supplier: 'Amul', billNumber: 'B-12', lines: 3, pieces: 42 } },
  ])
  // The receipt keeps its content.
  await expect(t.db.execute(sql`UPDATE stock_receipts SET supplier = 'Other'`)).rejects.toThrow()
  await expect(t.db.execute(sql`DELETE FROM stock_receipt_lines`)).rejects.toThrow()
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('a receipt is repeated with its key for a year, since browsers keep one without an answer until it is saved', async () => {
  const { variantId } = (await make.aProduct({ title: 'Milk' })).item()
  const items: Items = [{ variantId, quantity: 24, expiry: '', cost: '' }]
  const later = async (hours: number) => {
    t.clock.pass(hours * 60)
    await purgeExpiredKeys(t.db, t.context.now())
    await signInStaff()
  }
  const first = await receive(items, 'kept')
  await later(49)
  expect((await receive(items, 'kept')).data).toEqual(first.data)
  expect(await receiptCount()).toBe(1)
  await later(360 * 24)
  expect((await receive(items, 'kept')).data).toEqual(first.data)
  await later(366 * 24)
  expect(await t.db.$count(idempotencyKeys)).toBe(0)
})

test('staff without access to reports receive goods without seeing the costs', async () => {
  const permissions = ['stock.read' as const, 'stock.write' as const]
  const [role] = await t.db.insert(staffRoles).values({ name: 'Stock', permissions }).returning()
  const received = { supplier: 'Amul', billNumber: 'B-12' }
  const items = [{ variantId: (await make.aProduct()).item().variantId, quantity: 24, cost: 40.5 }]
  const ravi = await t.signIn.staff('ravi')
  await t.db.update(people).set({ roleId: role?.id }).where(eq(people.id, ravi.id))
  const as = withHeaders(ravi, { 'idempotency-key': randomUUID() })
  const { status, data } = await t.call(api.receipts.add, { body: { ...received, items } }, as)
  expect(status).toBe(200)
  const { data: whole } = await t.call(api.receipts.get, { params: { id: data._id } }, ravi)
  const { data: page } = await t.call(api.receipts.list, { params: { page: 1 } }, ravi)
  for (const row of [data, whole, ...whole.items, ...page.data]) expect(row).not.toHaveProperty('cost')
  expect((await t.call(api.receipts.get, { params: { id: data._id } }, staff)).data).toMatchObject({
    cost: 972,
    items: [{ cost: 40.5 }],
  })
})

test('all lines or none are received: one wrong line rejects the others', async () => {
  const rice = (await make.aProduct()).item().variantId
  const good = { variantId: rice, quantity: 5, expiry: null, cost: 0 }
  const refused: [line: Partial<Items[number]>, answer: object][] = [
    [{ variantId: v7() }, { status: 404, message: 'Variant not found' }],
    [{ variantId: 'x' }, { status: 404 }],
    [{ quantity: 0 }, { status: 400 }],
    [{ quantity: 1_000_001 }, { status: 400 }],
    [{ quantity: 999_996 }, { status: 422, message: 'A variant has at most 10,00,000 pieces' }],
    [{ expiry: '2026-02-30' }, { status: 400 }],
    [{ expiry: '2036-11-22' }, { status: 422, code: 'expiry' }],
    [{ cost: -1 }, { status: 400 }],
  ]
  for (const [line, answer] of refused)
    expect(await receive([good, { ...good, ...line }]), JSON.stringify(line)).toMatchObject(answer)
  expect(await receive([])).toMatchObject({ status: 400, message: 'Receive at least one product' })
  expect((await receive(Array.from({ length: 501 }, () => good))).status).toBe(400)
  for (const bill of [
    { supplier: ' ', billNumber: '1' },
    { supplier: 'Amul', billNumber: '' },
  ])
    expect((await receive([good], randomUUID(), bill)).status).toBe(400)
  const keyless = await t.call(
    api.receipts.add,
    { body: { supplier: 'A', billNumber: '1', items: [good] } },
    staff,
  )
  expect(keyless.status).toBe(400)
  expect([await level(rice), await receiptCount()]).toMatchObject([{ onHand: null }, 0])
  for (const id of [v7(), 'x'])
    expect(await t.call(api.receipts.get, { params: { id } }, staff)).toMatchObject({ status: 404 })
  // Pieces that have expired can be received, to be written off or sent back; they cannot be sold.
  expect((await receive([{ ...good, expiry: '2026-11-20' }])).status).toBe(200)
  expect(await level(rice)).toMatchObject({ onHand: 5, available: 0 })
})

test('deliveries of the same variants at the same time do not block each other', async () => {
  const [a, b] = [(await make.aProduct()).item().variantId, (await make.aProduct()).item().variantId]
  const line = (variantId: string) => ({ variantId, quantity: 1, expiry: null, cost: 0 })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => receive(n % 2 ? [line(a), line(b)] : [line(b), line(a)])),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect([await level(a), await level(b)]).toMatchObject([{ onHand: 8 }, { onHand: 8 }])
})

test('pieces can be written off except reserved ones, the earliest expiry first', async () => {
  const rice = await make.aProduct()
  const { variantId } = rice.item()
  expect(await writeOff(variantId, 1)).toMatchObject({ status: 409, code: 'untracked' })
  const withoutKey = { variantId, quantity: 1, reason: 'damaged' as const }
  expect(await t.call(api.stock.writeOff, { body: withoutKey }, staff)).toMatchObject({
    status: 400,
    message: 'The header Idempotency-Key is required',
  })
  await receive([
    { variantId, quantity: 4, expiry: '2026-12-30', cost: 0 },
    { variantId, quantity: 3, expiry: '2026-11-20', cost: 0 },
  ])
  const order = await make.anOrder({ items: [rice.item(2)] })
  const written = await writeOff(variantId, 3, { reason: 'expired', note: 'found at the back' })
  expect(written).toMatchObject({
    status: 200,
    message: 'Stock written off successfully',
    data: { onHand: 4 },
  })
  expect(await t.db.select().from(stockBatches).orderBy(stockBatches.expiry)).toMatchObject([
    { expiry: '2026-11-20', remaining: 0 },
    { expiry: '2026-12-30', remaining: 4 },
  ])
  expect((await movements(variantId))[0]).toMatchObject({
    kind: 'damaged',
    quantity: -3,
    reason: 'expired: found at the back',
    by: 'Asha (staff)',
  })
  expect(await writeOff(variantId, 3)).toMatchObject({
    status: 422,
    code: 'pieces',
    message: 'Only 4 pieces are on hand and 2 reserved for orders',
  })
  expect((await writeOff(variantId, 2, { reason: 'not there' })).data).toMatchObject({
    onHand: 2,
    available: 0,
  })
  expect((await movements(variantId))[0]).toMatchObject({ kind: 'short', quantity: -2, reason: 'not there' })
  await changeStatus(order._id, 'Prepeared')
  expect(await writeOff(variantId, 1)).toMatchObject({ status: 422, message: 'Only 0 pieces are on hand' })
  for (const quantity of [0, -1, 1.5]) expect((await writeOff(variantId, quantity)).status).toBe(400)
  expect((await writeOff(variantId, 1, { reason: 'stolen' as 'other' })).status).toBe(400)
  for (const unknown of [v7(), 'x'])
    expect(await writeOff(unknown, 1)).toMatchObject({ status: 404, message: 'Variant not found' })
  // Two people write off the last pieces at once.
  await count(variantId, 1)
  const both = await Promise.all([writeOff(variantId, 1), writeOff(variantId, 1)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await findInvariantViolations(t.db)).toEqual([])
})
