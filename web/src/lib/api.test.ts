import { ownPage } from '@kirana/contract/wire/own-page'
import { staff } from '@kirana/contract/staff'
import { superadmin } from '@kirana/contract/superadmin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'
import { sessionOf, signedIn } from './session/session.ts'

const person = { _id: 'p1', username: 'somebody' }

/** Replaces the network: the next request gets this response. */
const answer = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    sent = { url, request }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
let sent: { url: string; request: RequestInit } | undefined

beforeEach(() => {
  signedIn('staff', person)
  signedIn('superadmin', person)
})
afterEach(() => vi.unstubAllGlobals())

test('sends JSON with credentials and returns data and message', async () => {
  answer(200, { data: null, message: 'Password changed successfully' })
  const got = await call(staff.changePassword, { body: { password: 'Sample@1234' } })
  expect(got).toEqual({ data: null, message: 'Password changed successfully' })
  expect(sent?.url).toBe('/api/v1/staff/password/change')
  expect(sent?.request).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"password":"Sample@1234"}',
    headers: { 'content-type': 'application/json' },
  })
})

test('throws an error with status, message and code', async () => {
  answer(409, { message: 'A pincode 400001 already exists', code: 'conflict' })
  await expect(call(staff.changePassword, { body: { password: 'x' } })).rejects.toMatchObject({
    status: 409,
    message: 'A pincode 400001 already exists',
    code: 'conflict',
  })
  expect(sessionOf('staff')).toEqual(person)
})

test('throws an error without a message when the network fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(staff.get, {})).rejects.toMatchObject({ status: 0, message: '' })
})

test('throws an error without a message for a response that is not JSON', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(call(staff.get, {})).rejects.toMatchObject({ status: 502, message: '' })
})

test('a 401 signs out only the role of the call', async () => {
  answer(401, { message: 'Please log in', code: 'signed-out' })
  vi.stubGlobal('location', new URL('http://127.0.0.1/admin/orders'))
  await expect(call(staff.get, {})).rejects.toMatchObject({ status: 401 })
  expect(sessionOf('staff')).toBeNull()
  expect(sessionOf('superadmin')).toEqual(person)
})

test('a 401 of a sign-in call signs out no role', async () => {
  answer(401, { message: 'Username or password is wrong' })
  const body = { username: 'superadmin', password: 'Wrong@123' }
  await expect(call(superadmin.login, { body })).rejects.toMatchObject({ status: 401 })
  expect(sessionOf('superadmin')).toEqual(person)
})

test('a 401 because another person is signed in does not end the session', async () => {
  answer(401, { message: 'Another person is logged in', code: 'other-person' })
  await expect(call(staff.logout, {}, { person: 'p1' })).rejects.toMatchObject({ status: 401 })
  expect(sent?.request.headers).toMatchObject({ 'x-kirana-person': 'p1' })
  expect(sessionOf('staff')).toEqual(person)
})

test('sends the given idempotency key', async () => {
  answer(200, { data: null, message: 'OK' })
  await call(staff.logout, {}, { key: 'k1' })
  expect(sent?.request.headers).toEqual({ ...ownPage, 'idempotency-key': 'k1' })
})

test('repeats a call with a key once when its outcome is unknown', async () => {
  vi.useFakeTimers()
  const keys: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    return Promise.resolve(Response.json({ message: 'Not known', code: 'unknown' }, { status: 503 }))
  })
  const failing = expect(call(staff.logout, {}, { key: 'k1' })).rejects.toMatchObject({ code: 'unknown' })
  await vi.runAllTimersAsync()
  await failing
  expect(keys).toEqual(['k1', 'k1'])
  vi.useRealTimers()
  await expect(call(staff.get, {})).rejects.toMatchObject({ code: 'unknown' })
  expect(keys).toHaveLength(3)
})

for (const status of [401, 403, 429])
  test(`the outcome stays unknown when its repeat is rejected with ${status}`, async () => {
    vi.useFakeTimers()
    vi.stubGlobal('location', new URL('http://127.0.0.1/admin/orders'))
    const answers = [
      Response.json({ message: 'Not known', code: 'unknown' }, { status: 503 }),
      Response.json({ message: 'Rejected' }, { status }),
    ]
    vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
    const failing = expect(call(staff.logout, {}, { key: 'k1' })).rejects.toMatchObject({
      status: 503,
      code: 'unknown',
    })
    await vi.runAllTimersAsync()
    await failing
    expect(answers).toEqual([])
    expect(sessionOf('staff')).toEqual(status === 401 ? null : person)
    vi.useRealTimers()
  })
