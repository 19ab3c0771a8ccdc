import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

const t = await testApp()
afterAll(t.close)

test.each(['/api/openapi.json', '/api/docs'])(
  'compresses the document once, not for every request: %s',
  async (url) => {
    const ask = (encodings?: string) =>
      t.app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })
    const plain = await ask()
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const encodings of ['gzip', 'br, gzip', 'gzip, deflate, br, zstd', 'GZIP;q=0.5']) {
      const { headers, rawPayload } = await ask(encodings)
      expect([encodings, headers['content-encoding']]).toEqual([encodings, 'gzip'])
      expect(headers['vary']).toContain('accept-encoding')
      expect(headers['content-type']).toBe(plain.headers['content-type'])
      expect(gunzipSync(rawPayload).toString()).toBe(plain.payload)
    }
    // Other encodings are not cached, so the uncompressed document is sent.
    for (const encodings of ['br', 'deflate', 'identity', 'gzip;q=0', 'x-gzipped, *;q=0']) {
      const { headers, payload } = await ask(encodings)
      expect([encodings, headers['content-encoding']]).toEqual([encodings, undefined])
      expect(payload).toBe(plain.payload)
    }
  },
)

test('the reference shows who may make each call', async () => {
  const { payload } = await t.app.inject({ url: '/api/docs' })
  expect(payload).toContain('<td>Adds a pincode to the delivery area</td><td>staff (catalogue.write)</td>')
  expect(payload).toContain('<td>customer</td>')
})
