import { staff } from '@kirana/contract/staff'
import { superadmin } from '@kirana/contract/superadmin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { sessionOf, signedIn } from './session.ts'

const person = { _id: 'p1', username: 'somebody' }

/** The network is where the product ends: the next request gets this answer. */
const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    asked = { url, request }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
let asked: { url: string; request: RequestInit } | undefined

beforeEach(() => {
  signedIn('staff', person)
  signedIn('superadmin', person)
})
afterEach(() => vi.unstubAllGlobals())

test('an answer brings its data and its message; credentials and JSON go out', async () => {
  answer(200, { data: null, message: 'Password changed successfully' })
  const got = await call(staff.changePassword, { body: { password: 'Sample@1234' } })
  expect(got).toEqual({ data: null, message: 'Password changed successfully' })
  expect(asked?.url).toBe('/api/v1/staff/password/change')
  expect(asked?.request).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"password":"Sample@1234"}',
    headers: { 'content-type': 'application/json' },
  })
})

test('a refusal keeps status, message and code', async () => {
  answer(409, { message: 'A pincode 400001 exists already', code: 'conflict' })
  await expect(call(staff.changePassword, { body: { password: 'x' } })).rejects.toMatchObject({
    status: 409,
    message: 'A pincode 400001 exists already',
    code: 'conflict',
  })
  expect(sessionOf('staff').isIn).toBe(true)
})

test('a lost network is a refusal without a message', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(staff.get, {})).rejects.toMatchObject({ status: 0, message: '' })
})

test('an answer that is no JSON is a refusal without a message', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(call(staff.get, {})).rejects.toMatchObject({ status: 502, message: '' })
})

test('a 401 signs out the role of the call and no other', async () => {
  answer(401, { message: 'Please log in', code: 'signed-out' })
  await expect(call(staff.get, {})).rejects.toMatchObject({ status: 401 })
  expect(sessionOf('staff')).toEqual({ isIn: false, person: null })
  expect(sessionOf('superadmin').isIn).toBe(true)
})

test('a wrong password on a sign-in signs nobody out', async () => {
  answer(401, { message: 'Username or password is wrong' })
  const body = { username: 'superadmin', password: 'Wrong@123' }
  await expect(call(superadmin.login, { body })).rejects.toMatchObject({ status: 401 })
  expect(sessionOf('superadmin').isIn).toBe(true)
})

test('a key that is given goes along', async () => {
  answer(200, { data: null, message: 'OK' })
  await call(staff.logout, {}, { key: 'k1' })
  expect(asked?.request.headers).toEqual({ 'idempotency-key': 'k1' })
})
