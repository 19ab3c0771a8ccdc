import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contactMessages } from '../../tables/contact-messages.ts'
import { auditRows } from '../../tables/journal.ts'
import { testApp } from '../../testing/app.ts'

const t = await testApp({ config: { trustProxy: 'on' } })
afterAll(t.close)
beforeEach(t.database.reset)

type Body = Sent<typeof api.storeContact.add>['body']
const asked: Body = {
  name: 'Meera Nair',
  email: 'meera@example.in',
  phone: '+91 98200-98200',
  msg: 'Where is it?',
}
/** Sends from a given address, set by the test's proxy. */
const add = (more: Record<string, unknown> = {}, from = '203.0.113.7') =>
  t.call(api.storeContact.add, { body: { ...asked, ...more } }, { headers: { 'x-forwarded-for': from } })
const kept = () => t.db.select().from(contactMessages).orderBy(contactMessages.number)

test('anyone sends a message and gets its ticket number', async () => {
  expect(await add()).toMatchObject({
    status: 200,
    message: 'Message sent successfully',
    data: { ticket: 'KM-000001' },
  })
  expect((await add({ email: '' })).data).toEqual({ ticket: 'KM-000002' })
  expect(await kept()).toMatchObject([
    { name: 'Meera Nair', email: 'meera@example.in', phone: '+919820098200', message: 'Where is it?' },
    { email: '', createdAt: t.context.now() },
  ])
})

const FIELDS = 'Name, phone and message is required'
const PHONE = 'Enter a 10 digit mobile number'
const EMAIL = 'Enter a valid email or leave it empty'
test.each<[Record<string, unknown>, string]>([
  [{ name: ' ' }, FIELDS],
  [{ name: undefined }, FIELDS],
  [{ phone: '' }, FIELDS],
  [{ phone: undefined }, FIELDS],
  [{ msg: '\u200b' }, FIELDS],
  [{ msg: null }, FIELDS],
  [{ phone: '12345' }, PHONE],
  [{ phone: '98200982001' }, PHONE],
  [{ phone: 'ask Meera' }, PHONE],
  [{ email: 'meera' }, EMAIL],
  [{ email: 'meera@' }, EMAIL],
  [{ email: 'a@b c@d' }, EMAIL],
  [{ name: 'n'.repeat(101) }, 'Use 100 characters at most'],
  [{ email: `${'e'.repeat(200)}@x` }, 'Use 200 characters at most'],
  [{ msg: 'm'.repeat(5001) }, 'Use 5000 characters at most'],
])('rejects %j', async (wrong, message) => {
  expect(await add(wrong)).toMatchObject({ status: 400, message })
  expect(await kept()).toEqual([])
})

test('stores messages unchanged', async () => {
  const msg = `<script>alert(1)</script>\n=1+1\n50% off \\ _ "it's" ₹ बारिश`
  const name = `<img src=x onerror=alert(1)> "Maa's" श्री`
  await add({ msg, name })
  await add({ msg: 'म'.repeat(5000), name: 'n'.repeat(100) })
  expect(await kept()).toMatchObject([{ message: msg, name }, { message: 'म'.repeat(5000) }])
})

test('limits the messages of one sender, not of others, and stores none of the rejected ones', async () => {
  for (let n = 0; n < 10; n++) expect((await add()).status).toBe(200)
  const eleventh = await add()
  expect(eleventh).toMatchObject({
    status: 429,
    message: 'Too many attempts. Please try again in 60 seconds',
  })
  expect(eleventh.headers['retry-after']).toBe('60')
  expect((await add({}, '203.0.113.8')).status).toBe(200)
  expect(await kept()).toHaveLength(11)
  t.clock.pass(1)
  expect((await add()).data).toEqual({ ticket: 'KM-000012' })
})

test('counts an IPv6 /64 as one address, and all notations of an IPv4 address as one', async () => {
  const household = [
    '2001:db8:0:1::',
    '2001:db8::1:0:0:0:1',
    '2001:0DB8:0000:0001:ffff::1',
    '2001:db8:0:1:2:3:4:5',
  ]
  const wifi = ['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407']
  for (const same of [household, wifi]) {
    for (let n = 0; n < 10; n++) expect((await add({}, same[n % same.length])).status).toBe(200)
    for (const one of same) expect((await add({}, one)).status).toBe(429)
  }
  for (const other of ['2001:db8:0:2::1', '2001:db8::1', '198.51.100.8', 'fe80::1%eth0'])
    expect((await add({}, other)).status).toBe(200)
})

test('a rejected form does not count as an attempt', async () => {
  for (let n = 0; n < 12; n++) expect((await add({ phone: '' })).status).toBe(400)
  expect((await add()).status).toBe(200)
})

test('audits the ticket but no content; runs few statements', async () => {
  expect((await t.statements(add)).length).toBeLessThanOrEqual(1 + 4)
  const [trace] = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
  expect(trace).toMatchObject({
    call: 'storeContact.add',
    role: 'public',
    object: 'KM-000001',
    before: null,
    after: null,
  })
})
