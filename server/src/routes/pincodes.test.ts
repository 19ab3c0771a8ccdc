import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, staff: as } = await staffApp()

const list = async () => (await t.call(api.pincodes.list, {}, as)).data
const add = (pincode: string) => t.call(api.pincodes.add, { body: { pincode } }, as)
const addMany = (pincodes: string[]) => t.call(api.pincodes.addMany, { body: { pincodes } }, as)
const edit = (body: Sent<typeof api.pincodes.edit>['body']) => t.call(api.pincodes.edit, { body }, as)
const remove = (id: string) => t.call(api.pincodes.remove, { params: { id } }, as)
const idOf = async (pincode: string) => (await list()).find((row) => row.pincode === pincode)?._id ?? ''

test('adds, lists by number, changes and deletes a pincode, each with its message', async () => {
  expect(await add(' 400002 ')).toMatchObject({
    status: 200,
    message: 'Pincode added successfully',
    data: null,
  })
  await add('400001')
  const _id = await idOf('400002')
  expect(await list()).toEqual([
    { _id: expect.any(String), pincode: '400001', isActive: true },
    { _id, pincode: '400002', isActive: true },
  ])
  const edited = await edit({ pincodeId: _id, pincode: '400003', isActive: false })
  expect(edited).toMatchObject({ status: 200, message: 'Pincode updated successfully' })
  expect((await list())[1]).toEqual({ _id, pincode: '400003', isActive: false })
  expect(await remove(_id)).toMatchObject({ status: 200, message: 'Pincode deleted successfully' })
  expect((await list()).map(({ pincode }) => pincode)).toEqual(['400001'])
})

test('keeps the flag when it is not sent', async () => {
  await add('400001')
  const pincodeId = await idOf('400001')
  await edit({ pincodeId, pincode: '400001', isActive: false })
  expect((await edit({ pincodeId, pincode: '400004' })).status).toBe(200)
  expect(await list()).toMatchObject([{ pincode: '400004', isActive: false }])
})

test.each([
  ['', 'Name is required'],
  ['  ', 'Name is required'],
  ['40000', 'Pincode must be within 6 digits'],
  ['4000011', 'Pincode must be within 6 digits'],
  ['40000%', 'Pincode must be within 6 digits'],
  ["4'); --", 'Pincode must be within 6 digits'],
  ['४००००१', 'Pincode must be within 6 digits'],
  ['4'.repeat(200), 'Pincode must be within 6 digits'],
])('rejects the pincode %j on add and edit', async (pincode, message) => {
  expect(await add(pincode)).toMatchObject({ status: 400, message })
  await add('400001')
  const changed = await edit({ pincodeId: await idOf('400001'), pincode, isActive: true })
  expect(changed).toMatchObject({ status: 400, message })
  expect(await list()).toMatchObject([{ pincode: '400001' }])
})

test('rejects a duplicate and names it', async () => {
  await add('400001')
  await add('400002')
  const refused = { status: 409, message: 'The pincode 400001 already exists' }
  expect(await add('400001')).toMatchObject(refused)
  const pincodeId = await idOf('400002')
  expect(await edit({ pincodeId, pincode: '400001', isActive: false })).toMatchObject(refused)
  expect(await list()).toMatchObject([{ pincode: '400001' }, { pincode: '400002', isActive: true }])
  expect((await edit({ pincodeId, pincode: '400002', isActive: false })).status).toBe(200)
})

test('of two concurrent additions, one is rejected as a duplicate', async () => {
  const answers = await Promise.all([add('400001'), add('400001')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('adds many and reports the result of each', async () => {
  await add('400002')
  const answer = await addMany(['400003', ' 400001 ', '400002', '40000', '400003', '', '४००००१', "4'); --"])
  expect(answer).toMatchObject({ status: 200, message: 'Pincodes added successfully' })
  const malformed = { done: false, message: 'Pincode must be within 6 digits' }
  expect(answer.data).toEqual([
    { pincode: '400003', done: true, message: '' },
    { pincode: '400001', done: true, message: '' },
    { pincode: '400002', done: false, message: 'The pincode 400002 already exists' },
    { pincode: '40000', ...malformed },
    { pincode: '400003', done: false, message: 'The pincode 400003 already exists' },
    { pincode: '', ...malformed },
    { pincode: '४००००१', ...malformed },
    { pincode: "4'); --", ...malformed },
  ])
  expect((await list()).map(({ pincode, isActive }) => [pincode, isActive])).toEqual([
    ['400001', true],
    ['400002', true],
    ['400003', true],
  ])
  const [audited] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(audited).toMatchObject({ call: 'pincodes.addMany', after: { pincodes: ['400001', '400003'] } })
})

test('adding many accepts 1 to 500, even if none is new', async () => {
  expect((await addMany(['4'])).data).toEqual([
    { pincode: '4', done: false, message: 'Pincode must be within 6 digits' },
  ])
  const numbers = Array.from({ length: 501 }, (_, i) => String(400_000 + i))
  const refused = { status: 400, message: 'Add 500 pincodes at most' }
  expect(await addMany(numbers)).toMatchObject(refused)
  expect(await addMany([])).toMatchObject({ status: 400, message: 'Enter at least 1 pincode' })
  expect(await list()).toEqual([])
  expect((await addMany(numbers.slice(1))).data.every(({ done }) => done)).toBe(true)
  expect(await list()).toHaveLength(500)
})

test('two concurrent additions of many report each pincode as added once', async () => {
  const pincodes = ['400001', '400002', '400003']
  const answers = await Promise.all([addMany(pincodes), addMany(pincodes.toReversed())])
  expect(
    answers
      .flatMap(({ data }) => data.filter(({ done }) => done))
      .map((one) => one.pincode)
      .toSorted(),
  ).toEqual(pincodes)
})

test('answers 404 for unknown pincodes', async () => {
  expect(await remove(v7())).toMatchObject({ status: 404, message: 'Pincode not found' })
  expect(await edit({ pincodeId: v7(), pincode: '400001', isActive: true })).toMatchObject({
    status: 404,
    message: 'Pincode not found',
  })
  for (const id of ['nonsense', "'", '%']) expect((await remove(id)).status).toBe(404)
})

test('audits old and new values', async () => {
  await add('400001')
  const pincodeId = await idOf('400001')
  await edit({ pincodeId, pincode: '400002', isActive: false })
  await remove(pincodeId)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  expect(rows.toReversed()).toMatchObject([
    { call: 'pincodes.add', object: pincodeId, person: 'Asha', before: null, after: { pincode: '400001' } },
    {
      call: 'pincodes.edit',
      object: pincodeId,
      before: { pincode: '400001', isActive: true },
      after: { pincode: '400002', isActive: false },
    },
    { call: 'pincodes.remove', object: pincodeId, before: { pincode: '400002', isActive: false } },
  ])
})

test('the store delivers to enabled pincodes only, effective immediately', async () => {
  await add('400001')
  const served = async () => (await t.call(api.storeCatalogue.get, {})).data.pincodes
  expect(await served()).toEqual(['400001'])
  await edit({ pincodeId: await idOf('400001'), pincode: '400001', isActive: false })
  expect(await served()).toEqual([])
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(() => add('400001'))).toBeLessThanOrEqual(3)
  expect(await cost(() => addMany(['400003', '400001', '4']))).toBeLessThanOrEqual(3)
  const pincodeId = await idOf('400001')
  expect(await cost(list)).toBeLessThanOrEqual(2)
  expect(await cost(() => edit({ pincodeId, pincode: '400002' }))).toBeLessThanOrEqual(4)
  expect(await cost(() => remove(pincodeId))).toBeLessThanOrEqual(3)
})
