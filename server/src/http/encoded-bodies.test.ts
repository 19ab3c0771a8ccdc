import { deflateSync, gzipSync } from 'node:zlib'
import { api } from '@kirana/contract'
import { requestOf } from '@kirana/contract/wire/request'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

const t = await testApp()
afterAll(t.close)

const contact = requestOf(api.storeContact.add, {
  body: { name: 'Meera', email: '', phone: '9800000001', msg: 'Where is my order?' },
})
const send = (payload: string | Buffer, encoding?: string, { method, url, headers } = contact) =>
  t.app.inject({
    method,
    url,
    payload,
    headers: { ...headers, ...(encoding !== undefined && { 'content-encoding': encoding }) },
  })
const body = String(contact.body)

test.each([
  ['gzip', gzipSync(body)],
  ['GZIP', gzipSync(body)],
  ['x-gzip', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['gzip, gzip', gzipSync(gzipSync(body))],
  ['identity', body],
  ['', body],
])('a request with the Content-Encoding “%s” is refused, whatever its call', async (encoding, payload) => {
  const signed = { ...contact, url: '/api/v1/payments/razorpay/webhook' }
  const form = requestOf(api.storeManualOrders.add, { body: {}, files: [] })
  for (const call of [contact, signed, form]) {
    const { statusCode, headers, json } = await send(payload, encoding, call)
    expect([statusCode, headers['accept-encoding']]).toEqual([415, 'identity'])
    expect(json().message).toBe('Send the body without a Content-Encoding')
  }
  expect((await t.call(api.contact.list, {}, await t.signIn.staff())).data).toEqual([])
})

test('the same request without it is accepted', async () => {
  expect((await send(body)).statusCode).toBe(200)
})
