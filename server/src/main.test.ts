import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFcm } from '../../scripts/suite/fcm.ts'
import { openDatabase } from './db/open.ts'
import { batchSize } from './services/push.ts'
import { wallets } from './tables/wallets.ts'
import { migrations } from './testing/database.ts'
import { pdf } from './testing/prepared-files.ts'
import { aStoreWithWithdrawals } from './testing/withdrawals.ts'
import { addPhones, phonesUpTo } from './testing/phones.ts'

const main = fileURLToPath(new URL('start.ts', import.meta.url))
const verify = fileURLToPath(new URL('verify.ts', import.meta.url))
const password = 'Owner@1234'
/** Each test starts the real process once or twice; a busy machine takes its time over that. */
vi.setConfig({ testTimeout: 180_000 })

const newFolder = () => mkdtempSync(join(tmpdir(), 'kirana-process-'))
const open = (dataDir: string) => openDatabase({ url: null, folder: join(dataDir, 'database') })

/** Making a database takes longer than most tests: each gets a copy of one that is empty. */
const prepared = newFolder()
beforeAll(async () => {
  const database = await open(prepared)
  await database.migrate(migrations)
  await database.close()
}, 60_000)
afterAll(() => rmSync(prepared, { recursive: true }))

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = newFolder()
  cpSync(prepared, folder, { recursive: true })
  children = []
})
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

function run(env: Record<string, string> = {}, command = main) {
  const child = spawn(process.execPath, [command], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      SAMPLE_DATA: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += String(text)))
  child.stderr.on('data', (text: Buffer) => (said += String(text)))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))
  return { child, ended, said: () => said }
}

/** Starts the real process and waits for its address. */
async function started(env: Record<string, string> = {}) {
  const server = run({ SUPERADMIN_PASSWORD: password, ...env })
  const address = await new Promise<string>((resolve, reject) => {
    server.child.stdout.on('data', () => {
      const found = /ready on (http:\S+)/.exec(server.said())?.[1]
      if (found) resolve(found)
    })
    void server.ended.then(({ said }) => reject(new Error(said)))
  })
  const post = (path: string, body: object, cookie = '', headers: Record<string, string> = {}) =>
    fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers:
        body instanceof FormData ? { cookie } : { 'content-type': 'application/json', cookie, ...headers },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const signIn = async () => cookieOf(await post('/superadmin/login', { username: 'superadmin', password }))
  /** One of `aStaff`, whom the superadmin adds first. */
  const signInStaff = async (n: number) => {
    await post('/staff/add', aStaff(n), await signIn())
    const { username, password } = aStaff(n)
    return cookieOf(await post('/staff/login', { username, password }))
  }
  return { ...server, address, post, signIn, signInStaff }
}

const aStaff = (n: number) => ({ name: 'Asha', email: '', username: `asha${n}`, password: 'Strong@123' })

test('a wrong configuration stops the start with one sentence and code 2', async () => {
  const { code, said } = await run({ PORT: 'four' }).ended
  expect(said).toBe('PORT is not valid: it takes a number from 0 to 65535.\n')
  expect(code).toBe(2)
})

test('a DATA_DIR that is no folder is a wrong configuration', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { code, said } = await run({ DATA_DIR: file }).ended
  expect(said).toBe('DATA_DIR is not valid: it takes a folder that can be made and written to.\n')
  expect(code).toBe(2)
})

test('push credentials that are none are a wrong configuration', async () => {
  const { code, said } = await run({ FCM_CREDENTIALS: join(folder, 'none.json') }).ended
  expect(said).toMatch(/^FCM_CREDENTIALS is not valid: it takes the path of .+\.\n$/)
  expect(code).toBe(2)
})

test('an empty folder is enough to start; it outlives who reads its output, and says so when its port is taken', async () => {
  const first = await started({ DATA_DIR: join(folder, 'new') })
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
  const { userId, withdrawals } = await aStoreWithWithdrawals(join(folder, 'database'), 60)
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
  const database = await open(folder)
  const [wallet] = await database.db.select().from(wallets)
  await database.close()
  expect(wallet).toMatchObject({ coins: 7 * tried.length, money: 0, withdrawnMoney: 100 * done.length })
})

test('killed in the middle of a broadcast to 10,000, it finishes when it is back and tells one batch twice at most', async () => {
  const count = 10_000
  const database = await open(folder)
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
