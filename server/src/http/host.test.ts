import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { password, testApp } from '../testing/app.ts'

const t = await testApp({ config: { sampleMode: true } })
afterAll(t.close)

const local = [
  ['localhost', 'localhost:4100', 'LOCALHOST:5173', 'shop.localhost', 'a.b.localhost:4100'],
  ['127.0.0.1', '127.0.0.1:4100', '127.8.9.10', '[::1]', '[::1]:4100'],
].flat()
const foreign = [
  ['evil.example', 'evil.example:4100', 'localhost.evil.example', '127.0.0.1.evil.example', 'evillocalhost'],
  ['192.168.1.5:4100', '0.0.0.0', '[::]', '[fe80::1]', '128.0.0.1', ' '],
  [
    'evil.example#@localhost',
    'evil.example/localhost',
    'evil@localhost',
    'localhost/evil',
    'localhost, evil.example',
  ],
].flat()

const addresses = [
  '/',
  '/admin/signin',
  '/api/v1/staff/get',
  '/api/docs',
  '/health/live',
  '/metrics',
  '/nowhere',
]
const statuses = (app: typeof t, host: string) =>
  Promise.all(addresses.map(async (url) => (await app.app.inject({ url, headers: { host } })).statusCode))

test.each(foreign)('rejects the foreign host %j in sample mode', async (host) => {
  expect(await statuses(t, host)).toEqual(addresses.map(() => 421))
})

test.each(local)('accepts the local host %s', async (host) => {
  expect(await statuses(t, host)).not.toContain(421)
})

test('rejects sign-ins and preflights with the sample password after DNS rebinding', async () => {
  await t.signIn.staff()
  const signIn = (host: string) =>
    t.call(
      api.staff.login,
      { body: { username: 'asha', password } },
      {
        headers: {
          host,
          origin: `http://${host}`,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
        },
      },
    )
  const refused = await signIn('evil.example:4100')
  expect(refused).toMatchObject({ status: 421, code: 'misdirected' })
  expect(refused.message).toContain('set PUBLIC_URL')
  expect(refused.headers['set-cookie']).toBeUndefined()
  expect(refused.headers['content-security-policy']).toContain("default-src 'self'")
  expect(await signIn('localhost:4100')).toMatchObject({ status: 200 })
  const preflight = {
    method: 'OPTIONS',
    url: '/api/v1/staff/login',
    headers: { host: 'evil.example' },
  } as const
  expect((await t.app.inject(preflight)).statusCode).toBe(421)
})

test.each<[string, Partial<Config>, number]>([
  ['on loopback, whatever the mode', { sampleMode: false }, 421],
  ['as localhost', { host: 'localhost' }, 421],
  ['as ::1', { host: '::1' }, 421],
  ['open to others', { host: '0.0.0.0' }, 200],
  ['under a public address', { publicUrl: 'https://shop.example' }, 200],
  ['behind a proxy', { trustProxy: 'on' }, 200],
  ['behind a named proxy', { trustProxy: ['10.0.0.5'] }, 200],
])('responds to a foreign host %s: %o', async (_, config, status) => {
  const app = await testApp({ database: t.database, config })
  const answer = await app.app.inject({ url: '/health/live', headers: { host: 'shop.example' } })
  expect(answer.statusCode).toBe(status)
  await app.close()
})
