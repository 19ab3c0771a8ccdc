import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startFcm } from '../../scripts/suite/fcm.ts'
import { openDatabase } from './db/open.ts'
import { post } from './services/ledger.ts'
import { batchSize } from './services/push.ts'
import { requestWithdrawal } from './services/withdrawals.ts'
import { users } from './tables/users.ts'
import { wallets } from './tables/wallets.ts'
import { pdf } from './testing/prepared-files.ts'
import { addPhones, phonesUpTo } from './testing/phones.ts'
import { aStaff, serverProcesses } from './testing/process.ts'

const verify = fileURLToPath(new URL('verify.ts', import.meta.url))
const { folder, password, run, started } = serverProcesses()

/** A store with one customer, who has asked for so many withdrawals of ₹1. */
async function aStoreWithWithdrawals(count: number) {
  const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
  const now = new Date()
  const customer = await database.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ phone: '+919800000001', referCode: 'RAVI0001' })
      .returning()
    const userId = user?.id ?? ''
    await tx.insert(wallets).values({ userId })
    const given = { key: 'given', kind: 'staff-coins', userId, by: 'Asha (staff)', amounts: [count] } as const
    await post(tx, [given], now)
    const payee = { upiId: 'ravi@upi', bankAcNumber: '', ifscCode: '' }
    const withdrawals: string[] = []
    for (let i = 0; i < count; i++) {
      const asked = await requestWithdrawal(tx, { userId, amount: 100, now, ...payee })
      withdrawals.push(asked.withdrawal.id)
    }
    return { userId, withdrawals }
  })
  await database.close()
  return customer
}

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

test('SIGTERM finishes what was accepted and exits 0; what was kept is there at the next start', async () => {
  const first = await started()
  const cookie = await first.signIn()
  const accepted = [1, 2, 3].map((n) => first.post('/staff/add', aStaff(n), cookie))
  await accepted[0]
  first.child.kill('SIGTERM')
  const statuses = await Promise.all(accepted.map(async (one) => (await one.catch(() => null))?.status ?? 0))
  expect((await first.ended).code).toBe(0)

  const second = await started()
  const list = await fetch(`${second.address}/api/v1/staff/list`, {
    headers: { cookie: await second.signIn() },
  })
  const { data } = (await list.json()) as { data: { username: string }[] }
  const acknowledged = statuses.flatMap((status, i) => (status === 200 ? [`asha${i + 1}`] : []))
  expect(acknowledged).toContain('asha1')
  expect(data.map(({ username }) => username)).toEqual(expect.arrayContaining(acknowledged))
})

test('killed in the middle of its work, it has every acknowledged change when it is back, and pays nothing twice', async () => {
  const { userId, withdrawals } = await aStoreWithWithdrawals(60)
  const first = await started()
  const [superadmin, staff] = [await first.signIn(), await first.signInStaff(0)]
  const acknowledged = { staff: ['asha0'], paid: [] as string[], coins: [] as string[] }
  const approve = ({ post }: typeof first, id: string, cookie: string) => {
    const form = new FormData()
    form.append('withdrawalId', id)
    form.append('supportingDocs', new File([pdf], 'receipt.pdf', { type: 'application/pdf' }))
    return post('/wallet/withdrawal/create', form, cookie)
  }
  const addCoins = ({ post }: typeof first, key: string, cookie: string) =>
    post('/wallet/coin/add', { userId, point: 7 }, cookie, { 'idempotency-key': key })
  const tried: string[] = []
  const worker = async (from: number) => {
    for (let n = from; ; n += 4) {
      // Two workers want to pay out the same one.
      const id = withdrawals[Math.floor(n / 2)] ?? ''
      const key = `the coins of ${n}`
      tried.push(key)
      const calls = [
        first.post('/staff/add', aStaff(n), superadmin),
        approve(first, id, staff),
        addCoins(first, key, staff),
      ]
      const [added, paid, given] = await Promise.all(calls.map((call) => call.catch(() => null)))
      if (added?.status === 200) acknowledged.staff.push(`asha${n}`)
      if (paid?.status === 200) acknowledged.paid.push(id)
      if (given?.status === 200) acknowledged.coins.push(key)
      if (!added || !paid || !given) return
    }
  }
  const workers = [1, 2, 3, 4].map(worker)
  await expect.poll(() => acknowledged.coins.length, { timeout: 30_000 }).toBeGreaterThan(15)
  first.child.kill('SIGKILL')
  await Promise.all(workers)
  await first.ended
  expect(new Set(acknowledged.paid).size).toBe(acknowledged.paid.length)

  const second = await started()
  const read = async <T>(path: string, cookie: string) => {
    const answer = await fetch(`${second.address}/api/v1${path}`, { headers: { cookie } })
    return ((await answer.json()) as { data: T[] }).data
  }
  const people = await read<{ username: string }>('/staff/list', await second.signIn())
  expect(people.map(({ username }) => username)).toEqual(expect.arrayContaining(acknowledged.staff))
  const requests = await read<{ _id: string; isDone: boolean }>('/wallet/get/all/withdrawals', staff)
  const done = requests.filter(({ isDone }) => isDone).map(({ _id }) => _id)
  expect(done).toEqual(expect.arrayContaining(acknowledged.paid))
  for (const id of done) expect((await approve(second, id, staff)).status).toBe(409)
  for (const key of tried) expect((await addCoins(second, key, staff)).status).toBe(200)
  second.child.kill('SIGTERM')
  await second.ended

  const { code, said } = await run({}, verify).ended
  expect(said).toMatch(/^(ok {6}.+\n)+$/)
  expect(code).toBe(0)
  const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
  const [wallet] = await database.db.select().from(wallets)
  await database.close()
  expect(wallet).toMatchObject({ coins: 7 * tried.length, money: 0, withdrawnMoney: 100 * done.length })
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

test('the log has a request id, and neither passwords, nor cookies, nor tokens, nor phone numbers', async () => {
  const server = await started()
  const cookie = await server.signIn()
  await server.post('/staff/add', aStaff(1), cookie)
  await fetch(`${server.address}/api/v1/payment/get/all/orders/staff/1?search=9876501234`)
  await fetch(`${server.address}/api/v1/store/products`, {
    headers: { authorization: 'Bearer seeded-secret-token-0123456789' },
  })
  await expect.poll(server.said).toContain('"reqId"')
  for (const secret of [
    password,
    'Strong@123',
    cookie.split('=')[1] ?? 'none',
    'seeded-secret-token',
    '9876501234',
  ])
    expect(server.said()).not.toContain(secret)
})
