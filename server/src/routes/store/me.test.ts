import { randomInt } from 'node:crypto'
import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import { testApp } from '../../testing/app.ts'
import { factories, home } from '../../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
beforeEach(t.database.reset)

const stored = { ...home, phone: '+919800000001', landmark: '', state: '' }

test('each part of the profile can be changed alone', async () => {
  const ravi = await make.aCustomer({ fullName: 'Ravi' })
  const edit = (body: object) => t.call(api.storeMe.edit, { body }, ravi)
  expect((await edit({ email: 'ravi@example.in' })).data).toMatchObject({
    fullName: 'Ravi',
    email: 'ravi@example.in',
  })
  await edit({ gender: 'male', country: 'India', fcmToken: 'token-1' })
  const { data } = await edit({ email: '' })
  expect(data).toMatchObject({
    fullName: 'Ravi',
    email: '',
    gender: 'male',
    country: 'India',
    fcmToken: 'token-1',
  })
  expect((await edit({ fcmToken: '' })).data.fcmToken).toBe('')
  expect((await t.call(api.storeMe.get, {}, ravi)).data).toEqual({ ...data, fcmToken: '' })
})

test('accepts push tokens up to the maximum length', async () => {
  const ravi = await make.aCustomer()
  // Random 3-byte characters, which the database cannot compress.
  const tokenOf = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(0x4e00 + randomInt(20_000))).join('')
  const edit = (fcmToken: string) => t.call(api.storeMe.edit, { body: { fcmToken } }, ravi)
  const fcmToken = tokenOf(800)
  expect((await edit(fcmToken)).data).toMatchObject({ fcmToken })
  for (const length of [4096, 801])
    expect(await edit(tokenOf(length))).toMatchObject({ status: 400, message: 'Use 800 characters at most' })
})

test('a push token belongs to the last customer who set it, also of two who never signed out', async () => {
  const [asha, ravi] = [await make.aCustomer(), await make.aCustomer()]
  const set = (fcmToken: string, as: typeof ravi) => t.call(api.storeMe.edit, { body: { fcmToken } }, as)
  const tokenOf = async (as: typeof ravi) => (await t.call(api.storeMe.get, {}, as)).data.fcmToken
  await set('phone-1', asha)
  await set('phone-2', ravi)
  expect((await set('phone-1', ravi)).data.fcmToken).toBe('phone-1')
  expect([await tokenOf(asha), await tokenOf(ravi)]).toEqual(['', 'phone-1'])
  // Without a token, no other customer loses theirs.
  await set('', asha)
  expect(await tokenOf(ravi)).toBe('phone-1')
})

test('ignores fields that belong to the account', async () => {
  const ravi = await make.aCustomer()
  const body = { fullName: 'Ravi', phone: '9811111111', referCode: 'MINE', totalPayment: 5 } as object
  const { data } = await t.call(api.storeMe.edit, { body }, ravi)
  expect(data).toEqual({ ...ravi.user, fullName: 'Ravi' })
})

test('replaces the address list: sent ids stay, missing ones are deleted, new ones are added', async () => {
  const ravi = await make.aCustomer()
  const edit = (addresses: object[]) =>
    t.call(api.storeMe.edit, { body: { addresses: addresses as never } }, ravi)
  const { data: two } = await edit([home, { ...home, houseNo: '14' }])
  expect(two.addresses).toMatchObject([stored, { ...stored, houseNo: '14' }])
  const [first, second] = two.addresses
  const { data: changed } = await edit([
    { ...home, street: 'Hill Road', _id: second?._id },
    { ...home, houseNo: '16' },
  ])
  expect(changed.addresses).toMatchObject([
    { ...stored, street: 'Hill Road', _id: second?._id },
    { ...stored, houseNo: '16' },
  ])
  expect(changed.addresses.map(({ _id }) => _id)).not.toContain(first?._id)
  expect((await edit([])).data.addresses).toEqual([])
})

test("rejects another customer's address and changes nothing", async () => {
  const ravi = await make.aCustomer()
  const meena = await make.aCustomer()
  const { data: hers } = await t.call(api.storeMe.edit, { body: { addresses: [home] } }, meena)
  for (const _id of [hers.addresses[0]?._id ?? '', '01a1fd41-f2a3-769d-9900-17803f8126b3', 'nonsense']) {
    const body = { email: 'new@example.in', addresses: [{ ...home, _id, houseNo: '66' }] }
    expect(await t.call(api.storeMe.edit, { body }, ravi)).toMatchObject({
      status: 404,
      message: 'Address not found',
    })
  }
  expect((await t.call(api.storeMe.get, {}, meena)).data).toEqual(hers)
  expect((await t.call(api.storeMe.get, {}, ravi)).data).toEqual(ravi.user)
})

test.each([
  [{ fullName: '  ' }, 'Name is required'],
  [{ addresses: [{ ...home, pincode: '4000' }] }, 'Pincode must be within 6 digits'],
  [{ addresses: [{ ...home, phone: '12345' }] }, 'Enter a 10 digit mobile number'],
  [{ addresses: Array.from({ length: 21 }, () => home) }, 'Keep 20 addresses at most'],
])('rejects %j', async (body, message) => {
  const ravi = await make.aCustomer()
  expect(await t.call(api.storeMe.edit, { body }, ravi)).toMatchObject({ status: 400, message })
})

test('a save that changes nothing leaves no entry in the audit log; one that does names no values', async () => {
  const ravi = await make.aCustomer({ fullName: 'Ravi' })
  const save = (body: object) => t.call(api.storeMe.edit, { body }, ravi)
  const entries = () => t.db.select().from(auditRows).where(eq(auditRows.call, 'storeMe.edit'))
  const { data } = await save({ fcmToken: 'token-1', addresses: [home] })
  for (const body of [{ fullName: 'Ravi' }, { fcmToken: 'token-1' }, { addresses: data.addresses }, {}])
    expect((await save(body)).data).toEqual(data)
  expect(await entries()).toMatchObject([{ object: ravi.id, before: null, after: null }])
  await save({ addresses: [{ ...data.addresses[0], houseNo: '14' }] })
  await save({ email: 'ravi@example.in' })
  expect(await entries()).toHaveLength(3)
})

test('reads the profile with one statement plus the session, changes it with three', async () => {
  const ravi = await make.aCustomer()
  expect(await t.statements(() => t.call(api.storeMe.get, {}, ravi))).toHaveLength(1 + 1)
  const change = () => t.call(api.storeMe.edit, { body: { addresses: [home] } }, ravi)
  expect(await t.statements(change)).toHaveLength(1 + 3 + 1)
})
