import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFcm } from '../../scripts/suite/fcm.ts'
import { openDatabase } from './db/open.ts'
import { batchSize } from './services/push.ts'
import { addPhones, phonesUpTo } from './testing/phones.ts'
import { aStaff, serverProcesses } from './testing/process.ts'

const { folder, password, run, started } = serverProcesses()

test('a wrong configuration stops the start with one sentence and code 2', async () => {
  const { code, said } = await run({ PORT: 'four' }).ended
  expect(said).toBe('PORT is not valid: it takes a number from 0 to 65535.\n')
  expect(code).toBe(2)
})

test('a DATA_DIR that is no folder is a wrong configuration', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const { code, said } = await run({ DATA_DIR: file }).ended
  expect(said).toBe('DATA_DIR is not valid: it takes a folder that can be made and written to.\n')
  expect(code).toBe(2)
})

test('push credentials that are none are a wrong configuration', async () => {
  const { code, said } = await run({ FCM_CREDENTIALS: join(folder(), 'none.json') }).ended
  expect(said).toMatch(/^FCM_CREDENTIALS is not valid: it takes the path of .+\.\n$/)
  expect(code).toBe(2)
})

test('an empty folder is enough to start; it outlives who reads its output, and says so when its port is taken', async () => {
  const first = await started({ DATA_DIR: join(folder(), 'new') })
  first.child.stdout.destroy()
  first.child.stderr.destroy()
  for (let i = 0; i < 2; i++)
    expect((await first.post('/store/session/code', { phone: `987654321${i}` })).status).toBe(200)
  expect((await fetch(`${first.address}/health/live`)).status).toBe(200)
  const { port } = new URL(first.address)
  const { code, said } = await run({ PORT: port }).ended
  expect(said).toContain(`Something else listens on port ${port}. Stop it first, or set PORT to another one.`)
  expect(code).toBe(1)
})

test('without a password one is generated, said once, and it works', async () => {
  const server = await started({ SUPERADMIN_PASSWORD: '' })
  await expect.poll(server.said).toContain('(shown this once)')
  const generated = /superadmin \/ (\S+) \(shown/.exec(server.said())?.[1] ?? ''
  const answer = await server.post('/superadmin/login', { username: 'superadmin', password: generated })
  expect(answer.status).toBe(200)
  expect((await server.post('/staff/login', { username: 'staff', password: 'Sample@123' })).status).toBe(401)
})

test('killed in the middle of a broadcast to 10,000, it finishes when it is back and tells one batch twice at most', async () => {
  const count = 10_000
  const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
  await addPhones(database.db, count)
  await database.close()
  const fcm = await startFcm()
  const env = { FCM_CREDENTIALS: fcm.credentials, FCM_URL: fcm.url }
  const first = await started(env)
  const cookie = await first.signInStaff(1)
  const said = await first.post('/user/notification/send/all', { title: 'Sale', body: 'Today' }, cookie)
  expect(await said.json()).toMatchObject({ data: { reach: count } })
  await expect.poll(() => fcm.received.length, { timeout: 60_000 }).toBeGreaterThan(2_500)
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

test('the log has a request id, and neither passwords, cookies, tokens, accounts nor phone numbers', async () => {
  const server = await started({ LOG_LEVEL: 'debug' })
  const [account, upiId, phone] = ['50100098765432', 'seeded.upi@okbank', '9876501234']
  const cookies = [await server.signIn(), await server.signInStaff(1)]
  await server.post('/staff/login', { username: 'asha1', password: 'Seeded@123' })
  await server.post('/store/session/code', { phone })
  await expect.poll(server.said).toMatch(/Sign-in code for •{9}1234: \d{6}\n/)
  const code = /•1234: (\d{6})/.exec(server.said())?.[1] ?? ''
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
})
