import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { testPlainList } from '../testing/records/plain-list.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, staff: as } = await staffApp()

type Edit = Partial<Sent<typeof api.pincodes.edit>['body']>
const list = async () => (await t.call(api.pincodes.list, {}, as)).data
const add = ({ pincode = '400001' } = {}) => t.call(api.pincodes.add, { body: { pincode } }, as)
const addMany = (pincodes: string[]) => t.call(api.pincodes.addMany, { body: { pincodes } }, as)
const edit = (pincodeId: string, more: Edit = {}) =>
  t.call(api.pincodes.edit, { body: { pincode: '400001', ...more, pincodeId } }, as)
const remove = (id: string) => t.call(api.pincodes.remove, { params: { id } }, as)
const idOf = async (pincode: string) => (await list()).find((row) => row.pincode === pincode)?._id ?? ''

testPlainList({
  t,
  name: 'pincodes',
  list,
  add,
  edit,
  remove,
  messages: {
    added: 'Pincode added successfully',
    edited: 'Pincode updated successfully',
    removed: 'Pincode deleted successfully',
    missing: 'Pincode not found',
  },
  row: { pincode: '400001', isActive: true },
  change: { pincode: '400003', isActive: false },
  text: { sent: 'pincode', listed: 'pincode', values: ['110001'] },
  unique: {
    first: '400001',
    second: '400002',
    again: '400001',
    message: (pincode) => `The pincode ${pincode} already exists`,
  },
  wrong: [
    ...['', '  '].map((pincode) => [{ pincode }, 'Name is required'] as const),
    ...['40000', '4000011', '40000%', "4'); --", '४००००१', '4'.repeat(200)].map(
      (pincode) => [{ pincode }, 'Pincode must be within 6 digits'] as const,
    ),
  ],
  audited: {
    added: { pincode: '400001' },
    defaults: { isActive: true },
    after: { pincode: '400003', isActive: false },
  },
  statements: { add: 3, list: 2, edit: 4, remove: 3 },
})

test('lists by number, without spaces; keeps the flag when it is not sent', async () => {
  await add({ pincode: ' 400002 ' })
  await add()
  const id = await idOf('400002')
  await edit(id, { pincode: '400002', isActive: false })
  expect((await edit(id, { pincode: '400004' })).status).toBe(200)
  expect(await list()).toMatchObject([
    { pincode: '400001', isActive: true },
    { pincode: '400004', isActive: false },
  ])
})

test('of two concurrent additions, one is rejected as a duplicate', async () => {
  const answers = await Promise.all([add(), add()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('adds many and reports the result of each', async () => {
  await add({ pincode: '400002' })
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

test('the store delivers to enabled pincodes only, effective immediately', async () => {
  await add()
  const served = async () => (await t.call(api.storeCatalogue.get, {})).data.pincodes
  expect(await served()).toEqual(['400001'])
  await edit(await idOf('400001'), { isActive: false })
  expect(await served()).toEqual([])
})

test('adding many runs few statements, plus session and audit', async () => {
  const statements = await t.statements(() => addMany(['400003', '400001', '4']))
  expect(statements.length).toBeLessThanOrEqual(3)
})
