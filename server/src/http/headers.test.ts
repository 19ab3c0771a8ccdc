import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { PERSON_HEADER } from '@kirana/contract/wire/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Credentials, testApp } from '../testing/app.ts'
import { photo } from '../testing/files/pictures.ts'

const shop = 'https://shop.example'
const t = await testApp()
const listed = await testApp({ database: t.database, config: { webOrigins: [shop] } })
afterAll(async () => {
  await listed.close()
  await t.close()
})

let staff: Credentials
let picture: string
beforeAll(async () => {
  staff = await t.signIn.staff()
  await t.call(api.banners.add, { files: [await photo()] }, staff)
  picture = (await t.call(api.banners.list, {}, staff)).data[0]?.image ?? ''
})

/** One request for each kind of response, with its status. */
const answers = (): [method: 'GET' | 'HEAD' | 'POST', url: string, status: number][] => [
  ['GET', '/api/v1/staff/get', 200],
  ['GET', '/api/v1/superadmin/get', 401],
  ['POST', '/api/v1/charges/add', 400],
  ['GET', '/api/v1/nowhere', 404],
  ['GET', '/api/v1/%c0%ae', 400],
  ['HEAD', '/api/v1/product/section/add/Rice', 405],
  ['GET', `/api/v1/file/get/${picture}`, 200],
  ['GET', '/api/v1/file/get/nothing-there.webp', 404],
  ['GET', '/api/v1/product/import/template', 200],
  ['GET', '/api/docs', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/health/ready', 200],
  ['GET', '/metrics', 200],
  ['GET', '/.well-known/security.txt', 200],
]

test('sends the security headers with every response', async () => {
  for (const [method, url, status] of answers()) {
    const { statusCode, headers } = await t.app.inject({
      method,
      url,
      headers: { ...ownPage, ...staff.headers },
    })
    const policy = String(headers['content-security-policy'])
    expect([url, statusCode]).toEqual([url, status])
    for (const directive of ["base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy, url).toContain(directive)
    expect(policy, url).toMatch(/object-src 'none'|default-src 'none'/)
    expect(policy, url).not.toMatch(/script-src[^;]*(unsafe|http|\*)|unsafe-eval/)
    if (method !== 'HEAD') expect(headers['content-type'], url).toMatch(/; charset=utf-8$|^image\/webp$/)
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
  }
})

/** The CORS headers of a request and of a preflight from an origin. */
async function corsHeaders(app: typeof t, origin: string) {
  const headers = { ...staff.headers, origin }
  const asked = await app.app.inject({ url: '/api/v1/staff/get', headers })
  const preflight = await app.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/charges/add',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  return [asked, preflight].map(({ headers: said }) => said['access-control-allow-origin'])
}

test('lets pages of listed origins read responses, but not of similar origins', async () => {
  const others = [
    'https://evil.example',
    'null',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evil-shop.example',
    'HTTPS://SHOP.EXAMPLE',
    '*',
  ]
  for (const origin of [...others, shop]) expect(await corsHeaders(t, origin)).toEqual([undefined, undefined])
  for (const origin of others) expect(await corsHeaders(listed, origin)).toEqual([undefined, undefined])
  expect(await corsHeaders(listed, shop)).toEqual([shop, shop])
  const preflight = { method: 'OPTIONS', url: '/api/v1/charges/add', headers: { origin: shop } } as const
  const { headers } = await listed.app.inject(preflight)
  // Only pages of listed origins may send the header that identifies the product's own pages.
  expect(headers['access-control-allow-headers']).toContain(Object.keys(ownPage).join())
  expect(headers['access-control-allow-headers']).toContain(PERSON_HEADER)
})
