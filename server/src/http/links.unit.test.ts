import fastify from 'fastify'
import { expect, test } from 'vitest'
import { linkBase } from './links.ts'
import { proxyTrust } from './proxies.ts'

async function baseOf(publicUrl: string | null, headers: Record<string, string>) {
  const app = fastify({ trustProxy: proxyTrust({ trustProxy: 'on' }) })
  app.get('/', (request) => ({ base: linkBase(request, { publicUrl }) }))
  return (await app.inject({ url: '/', headers })).json<{ base: string }>().base
}

test.each([
  [{ host: 'shop.test:4100' }, 'http://shop.test:4100'],
  [{ host: 'SHOP.test:80' }, 'http://shop.test'],
  [{ host: 'shop.test', 'x-forwarded-proto': 'https' }, 'https://shop.test'],
  [{ host: 'shop.test', 'x-forwarded-host': 'evil.example' }, 'http://shop.test'],
  [{ host: 'shop.test', forwarded: 'host=evil.example;proto=https' }, 'http://shop.test'],
  // No base that could equal the origin 'null' of a sandboxed page.
  [{ host: 'shop.test', 'x-forwarded-proto': 'data' }, ''],
  [{ host: 'two words' }, ''],
])('builds links from the request without PUBLIC_URL: %o', async (headers, base) => {
  expect(await baseOf(null, headers)).toBe(base)
})

test('builds links from PUBLIC_URL, whatever the request says', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  expect(await baseOf('https://shop.example', headers)).toBe('https://shop.example')
})
