import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { testApp } from '../testing/app.ts'

const t = await testApp({ config: { publicUrl: 'https://office.kirana.example' } })
afterAll(t.close)
beforeEach(() => t.database.reset())

const get = () => t.app.inject({ method: 'GET', url: '/.well-known/security.txt' })
const lines = async () => (await get()).body.split('\n')
const settings = (now: Partial<typeof company.$inferInsert>) => t.db.update(company).set(now)

test('states contact, expiry, languages and policy', async () => {
  await settings({ website: 'https://www.kirana.example/shop', email: 'care@kirana.example' })
  const answer = await get()
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toBe(`Contact: mailto:security@kirana.example
Expires: 2027-05-20T00:00:00.000Z
Preferred-Languages: en, hi
Canonical: https://office.kirana.example/.well-known/security.txt
Policy: https://office.kirana.example/legal
`)
})

test('expires in the future, within a year', async () => {
  for (const moment of ['2026-12-31T23:59:59+05:30', '2028-02-29T00:00:00+05:30']) {
    t.clock.set(moment)
    const expires = (await lines()).find((line) => line.startsWith('Expires: '))?.slice(9) ?? ''
    const days = (Date.parse(expires) - Date.parse(moment)) / (24 * 60 * 60 * 1000)
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  }
})

test('falls back to the company’s e-mail address, then to the policy page', async () => {
  await settings({ website: '', email: 'care@kirana.example' })
  expect((await lines())[0]).toBe('Contact: mailto:care@kirana.example')
  await settings({ website: 'no address', email: '' })
  expect((await lines())[0]).toBe('Contact: https://office.kirana.example/legal')
})

test('does not let a setting add a line', async () => {
  const hostile = 'kirana.example\r\nContact: mailto:evil@bad.example'
  await settings({ website: hostile, email: `care@${hostile}` })
  expect(await lines()).toHaveLength(6)
  expect((await get()).body).not.toContain('bad.example')
})

test('runs one statement and is public', async () => {
  expect(await t.statements(get)).toHaveLength(1)
})

test('may be cached by proxies only if the public URL is configured', async () => {
  expect((await get()).headers['cache-control']).toBe('public, max-age=3600')
  const other = await testApp({ database: t.database, config: { host: '0.0.0.0' } })
  const { body, headers } = await other.app.inject({
    url: '/.well-known/security.txt',
    headers: { host: 'evil.example' },
  })
  expect([body.includes('http://evil.example/legal'), headers['cache-control']]).toEqual([true, 'no-store'])
  await other.close()
})
