import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { serveDocuments } from './documents.ts'

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

test.each(['/api/openapi.json', '/api/docs'])(
  'waits for a turn and is sent from the same bytes every time: %s',
  async (url) => {
    const app = fastify()
    const sent: unknown[] = []
    const calls: unknown[] = []
    app.addHook('onSend', async ({ routeOptions }, _reply, payload) => {
      sent.push(payload)
      calls.push(routeOptions.config.call)
    })
    serveDocuments(app)
    for (const headers of [{}, { 'accept-encoding': 'gzip' }])
      for (let n = 0; n < 2; n++) await app.inject({ url, headers })
    const [plain, again, packed, packedAgain] = sent
    expect([plain, packed].map(Buffer.isBuffer)).toEqual([true, true])
    expect([again === plain, packedAgain === packed]).toEqual([true, true])
    for (const call of calls) expect(call).toMatchObject({ access: 'public', writes: false })
    await app.close()
  },
)
