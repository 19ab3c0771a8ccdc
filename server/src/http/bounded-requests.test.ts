import { MARKS } from '@kirana/contract/wire/bounded'
import { api } from '@kirana/contract'
import type { Route } from '@kirana/contract/wire/route'
import { urlOf } from '@kirana/contract/wire/request'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../testing/app.ts'

const t = await testApp()
afterAll(t.close)
afterEach(() => void vi.restoreAllMocks())
const customer = await t.signIn.customer()

/** Sends a request that the typed client would not send. */
async function send({ method, path }: Route, payload?: object, query: Record<string, string> = {}) {
  const answer = await t.app.inject({
    method,
    url: urlOf(path, { query }),
    headers: customer.headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, message: answer.json().message }
}

const accents = (count: number) => `a${'\u0301\u0316'.repeat(count / 2)}`
const contact = (msg: string) => ({ name: 'Meera', email: '', phone: '9800000001', msg })
const address = {
  fullName: 'M',
  phone: '9800000001',
  houseNo: '1',
  street: 'S',
  city: 'Mumbai',
  pincode: '400001',
}

test('a text that is too long is refused before it is normalised', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const long = accents(48_000)
  for (const [route, payload] of [
    [api.storeContact.add, contact(long)],
    [api.storeSession.signIn, { phone: '9800000001', code: '1', fullName: long }],
    [api.storeOrders.quote, { items: [], pincode: long }],
    [api.storeMe.edit, { addresses: [{ ...address, landmark: long }] }],
    [api.staff.login, { username: long, password: 'x' }],
  ] as const)
    expect(await send(route, payload)).toMatchObject({ status: 400 })
  expect(await send(api.storeProducts.list, undefined, { search: accents(2_000) })).toEqual({
    status: 400,
    message: 'Search is at most 100 characters',
  })
  const lengths = normalize.mock.contexts.map((text) => String(text).length)
  expect(Math.max(0, ...lengths)).toBeLessThan(1_000)
})

test('a letter with more accents than any language has is refused', async () => {
  expect(await send(api.storeContact.add, contact(accents(10)))).toEqual({ status: 400, message: MARKS })
  expect(await send(api.storeProducts.list, undefined, { search: accents(10) })).toEqual({
    status: 400,
    message: MARKS,
  })
  expect(await send(api.storeContact.add, contact('मुझे ज़िन्दगी की रौनक़ चाहिए'))).toMatchObject({ status: 200 })
})

test('a list that is too long is refused before its elements are validated', async () => {
  const zeros = Array.from({ length: 40_000 }, () => 0)
  expect(await send(api.storeOrders.quote, { items: zeros, pincode: '400001' })).toEqual({
    status: 400,
    message: 'An order has 100 items at most',
  })
  expect(await send(api.storeMe.edit, { addresses: zeros })).toEqual({
    status: 400,
    message: 'Keep 20 addresses at most',
  })
})
