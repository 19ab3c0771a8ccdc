import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import { expect, test } from 'vitest'
import { startFcm } from '@kirana/testing/fcm'
import { openDatabase } from '../db/open.ts'
import { DATABASE_NOTE, folderStore } from '../services/files/store.ts'
import { batchSize } from '../services/messaging/push.ts'
import { addPhones, phonesUpTo } from '@kirana/testing/phones'
import { NO_PAYMENTS, NO_SMS, TEST_PAYMENTS } from './start-notices.ts'
import { copyStore } from '../testing/processes/prepared-store.ts'
import { aStaff, type ServerProcess, serverProcesses } from '../testing/processes/process.ts'

/** Notices are printed after the start, because they hash one password per account. */
const later = { timeout: 60_000 }
const { folder, password, run, sms, started } = serverProcesses()
const resetSuperadmin = fileURLToPath(new URL('../commands/reset-superadmin.ts', import.meta.url))

test('exits with one sentence and code 2 on an invalid configuration', async () => {
  const { code, said } = await run({ PORT: 'four' }).ended
  expect(said).toBe('PORT is not valid: it must be a number from 0 to 65535.\n')
  expect(code).toBe(2)
})

test('rejects a DATA_DIR that is not a folder', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const { code, said } = await run({ DATA_DIR: file }).ended
  expect(said).toBe('DATA_DIR is not valid: it must be a folder that can be created and written to.\n')
  expect(code).toBe(2)
})

test('rejects missing push credentials', async () => {
  const { code, said } = await run({ FCM_CREDENTIALS: join(folder(), 'none.json') }).ended
  expect(said).toMatch(/^FCM_CREDENTIALS is not valid: it must be the path of .+\.\n$/)
  expect(code).toBe(2)
})

test('survives a closed output, and reports a port in use', async () => {
  const first = await started()
  first.child.stdout.destroy()
  first.child.stderr.destroy()
  for (let i = 0; i < 2; i++)
    expect((await first.post('/store/session/code', { phone: `987654321${i}` })).status).toBe(200)
  expect((await fetch(`${first.address}/health/live`)).status).toBe(200)
  const { port } = new URL(first.address)
  const elsewhere = join(folder(), 'elsewhere')
  copyStore('migrated', elsewhere)
  const { code, said } = await run({ PORT: port, DATA_DIR: elsewhere }).ended
  expect(said).toContain(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to a different port.`,
  )
  expect(code).toBe(2)
})

test('generates a working superadmin password and prints it once', async () => {
  const server = await started({ SUPERADMIN_PASSWORD: '' })
  await expect.poll(server.said).toContain('(shown this once)')
  const generated = /superadmin \/ (\S+) \(shown/.exec(server.said())?.[1] ?? ''
  const answer = await server.post('/superadmin/login', { username: 'superadmin', password: generated })
  expect(answer.status).toBe(200)
  expect((await server.post('/staff/login', { username: 'staff', password: 'Sample@123' })).status).toBe(401)
})

test('rejects sample-mode sessions and passwords in production and says how to set new ones', async () => {
  const signIn = (server: ServerProcess, role: 'staff' | 'superadmin', typed = SAMPLE_PASSWORD) =>
    server.post(`/${role}/login`, { username: role, password: typed }, '', https)
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  // Sent by the proxy in production; ignored in sample mode.
  const https = { 'x-forwarded-proto': 'https', 'sec-fetch-site': 'same-origin' }
  // If a customer exists, the server does not load the sample store, which is slow.
  const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
  await addPhones(database.db, 1)
  await database.close()
  const sample = await started({ SAMPLE_DATA: 'on', SUPERADMIN_PASSWORD: '' })
  await expect.poll(sample.said, later).toContain('superadmin / Sample@123')
  const superadmin = await signIn(sample, 'superadmin')
  const asSuperadmin = cookieOf(superadmin)
  const sampleStaff = { ...aStaff(0), username: 'staff', password: SAMPLE_PASSWORD }
  for (const person of [sampleStaff, aStaff(1)])
    expect((await sample.post('/staff/add', person, asSuperadmin)).status).toBe(200)
  const staff = await signIn(sample, 'staff')
  expect(staff.status).toBe(200)
  const phone = { phone: '9876501234' }
  const { data } = (await (await sample.post('/store/session/code', phone)).json()) as {
    data: { code: string }
  }
  const customer = (await (await sample.post('/store/session', { ...phone, code: data.code })).json()) as {
    data: { token: string }
  }
  sample.child.kill('SIGTERM')
  await sample.ended

  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    TRUST_PROXY: 'on',
    SAMPLE_DATA: 'off',
    SUPERADMIN_PASSWORD: 'Different@99',
    SMS_PROVIDER: '',
    SMS_URL: '',
  }
  const server = await started(production)
  for (const role of ['staff', 'superadmin'] as const) expect((await signIn(server, role)).status).toBe(401)
  expect((await signIn(server, 'superadmin', 'Different@99')).status).toBe(401)
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${server.address}/api/v1${path}`, { headers: { ...https, ...headers } })).status
  const named = (answer: Response) => ({ cookie: `${cookieOf(answer)}; __Host-${cookieOf(answer)}` })
  expect(await statusOf('/staff/get', named(staff))).toBe(401)
  expect(await statusOf('/superadmin/get', named(superadmin))).toBe(401)
  expect(await statusOf('/store/me', { authorization: `Bearer ${customer.data.token}` })).toBe(401)
  await expect
    .poll(server.said, later)
    .toContain('SUPERADMIN_PASSWORD has no effect: superadmin superadmin already exists')
  expect(server.said()).toContain('Superadmin superadmin still has the published sample password')
  expect(server.said()).toMatch(/can't sign in: staff\. .+\/superadmin\/staff/)
  expect(server.said()).toContain(NO_SMS)
  expect(server.said()).toContain(NO_PAYMENTS)
  expect(server.said()).not.toContain('asha1')
  server.child.kill('SIGTERM')
  await server.ended

  const reset = await run(production, resetSuperadmin).ended
  expect([reset.code, reset.said]).toEqual([0, expect.stringContaining('as in SUPERADMIN_PASSWORD')])
  const again = await started({
    ...production,
    RAZORPAY_KEY_ID: 'rzp_test_1',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'secret',
    RAZORPAY_URL: 'http://127.0.0.1:9',
  })
  const owner = await signIn(again, 'superadmin', 'Different@99')
  expect(owner.status).toBe(200)
  await expect.poll(again.said, later).toContain('sign in: staff. The superadmin sets')
  expect(again.said()).toContain(TEST_PAYMENTS)
  expect(again.said()).not.toMatch(/has no effect|Superadmin superadmin/)
})

test('starts with the files of another database, deletes none of them, and says what to do', async () => {
  const files = join(folder(), 'files')
  await folderStore(files).put('aaaaaaaa.webp', Buffer.from('x'))
  const path = join(files, 'aa', 'aa', 'aaaaaaaa.webp')
  utimesSync(path, new Date(0), new Date(0))
  const other = '01a1fd41-f2a3-769d-9900-17803f8126b3'
  writeFileSync(join(files, DATABASE_NOTE), other)
  const server = await started()
  // Printed for the operator, and logged by the clean-up.
  const sentence = `Unused files are not deleted, because database.id in the file storage names the database ${other}, and this one is `
  await expect.poll(() => server.said().split(sentence).length - 1, later).toBe(2)
  expect(server.said()).toMatch(/ write \S+ into database\.id in the file storage: .*background work failed/)
  expect(existsSync(path)).toBe(true)
})

test('rejects the published sample password in production', async () => {
  const { code, said } = await run({ SUPERADMIN_PASSWORD: SAMPLE_PASSWORD, NODE_ENV: 'production' }).ended
  expect(said).toBe(
    'SUPERADMIN_PASSWORD is not valid: it must be different from the published password of sample mode.\n',
  )
  expect(code).toBe(2)
})

test('resumes a broadcast to 3,000 phones after a kill and repeats at most one batch', async () => {
  const count = 3_000
  const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
  await addPhones(database.db, count)
  await database.close()
  const fcm = await startFcm()
  const env = { FCM_CREDENTIALS: fcm.credentials, FCM_URL: fcm.url }
  const first = await started(env)
  const cookie = await first.signInStaff(1)
  const said = await first.post('/user/notification/send/all', { title: 'Sale', body: 'Today' }, cookie)
  expect(await said.json()).toMatchObject({ data: { reach: count } })
  await expect.poll(() => fcm.received.length, { timeout: 60_000 }).toBeGreaterThan(700)
  first.child.kill('SIGKILL')
  await first.ended
  expect(fcm.received.length).toBeLessThan(count)

  const second = await started(env)
  const newest = async () => {
    const answer = await fetch(`${second.address}/api/v1/user/notification/list`, { headers: { cookie } })
    const { data } = (await answer.json()) as { data: { messages: { status: string }[] } }
    return data.messages[0]
  }
  await expect.poll(newest, { timeout: 120_000, interval: 200 }).toMatchObject({ status: 'done' })
  expect(await newest()).toMatchObject({ reach: count, sent: count, failed: 0, dead: 0 })
  expect(new Set(fcm.phones())).toEqual(new Set(phonesUpTo(count)))
  expect(fcm.received.length - count).toBeLessThanOrEqual(batchSize)
  await fcm.stop()
})

test('continues a sign-in code after a kill, and sends it once', async () => {
  const phone = '9876500001'
  // Asks for a pause of 7 seconds.
  sms().reply = (_message, nth) => (nth === 1 ? 'busy' : 'sent')
  const first = await started()
  const cookie = await first.signIn()
  const unanswered = first.post('/store/session/code', { phone }).catch(() => null)
  const newest = async () => {
    const answer = await fetch(`${first.address}/api/v1/superadmin/codes`, { headers: { cookie } })
    return ((await answer.json()) as { data: { messages: { attempts: number }[] } }).data.messages[0]
  }
  await expect.poll(newest, later).toMatchObject({ attempts: 1, state: 'asked' })
  first.child.kill('SIGKILL')
  await Promise.all([first.ended, unanswered])

  const second = await started()
  const sent = () => sms().received.flatMap((one) => (one.phone === `+91${phone}` ? [one.code] : []))
  await expect.poll(() => sent().length, later).toBe(2)
  const code = second.codeOf(`+91${phone}`)
  expect(sent()).toEqual([code, code])
  expect((await second.post('/store/session', { phone, code })).status).toBe(200)
  sms().reply = () => 'sent'
})

test('logs request ids but no passwords, codes, cookies, tokens, accounts or phone numbers', async () => {
  const server = await started({ LOG_LEVEL: 'debug' })
  const [account, upiId, phone] = ['50100098765432', 'seeded.upi@okbank', '9876501234']
  const cookies = [await server.signIn(), await server.signInStaff(1)]
  await server.post('/staff/login', { username: 'asha1', password: 'Seeded@123' })
  await server.post('/store/session/code', { phone })
  const code = server.codeOf(`+91${phone}`)
  expect(code).toMatch(/^\d{6}$/)
  const signedIn = await (await server.post('/store/session', { phone, code })).text()
  const token = /"token":"([^"]+)/.exec(signedIn)?.[1] ?? 'none'
  const as = { authorization: `Bearer ${token}` }
  for (const payee of [{ upiId }, { bankAcNumber: account, ifscCode: 'HDFC0001234' }])
    expect((await server.post('/store/wallet/withdrawals', { amount: 1, ...payee }, '', as)).status).toBe(422)
  const headers = { cookie: 'kirana_staff=seeded-cookie-0123', authorization: 'Bearer seeded-token-01234567' }
  for (const path of ['/user/get/all/user/staff/1', '/store/products'])
    await fetch(`${server.address}/api/v1${path}?search=${phone}`, { headers })
  await expect.poll(server.said).toMatch(/"reqId".*"path":"\/api\/v1\/store\/products"/)
  const tokens = [
    'seeded-cookie',
    'seeded-token',
    token,
    ...cookies.map((one) => one.split('=')[1] ?? 'none'),
  ]
  for (const secret of [password, aStaff(1).password, 'Seeded@123', account, upiId, phone, ...tokens])
    expect(server.said()).not.toContain(secret)
  // Six digits may be a part of some longer number.
  expect(server.said()).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
})
