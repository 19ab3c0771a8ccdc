import { request } from 'node:http'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '../request/sessions.ts'
import { files } from '../tables/files.ts'
import { staff as staffTable } from '../tables/people.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { fileOf, photo } from '../testing/files/pictures.ts'
import { pdf } from '../testing/files/prepared-files.ts'
import { DISPATCHER_ROLE } from '../testing/preset-roles.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

type Headers = Record<string, string>
let staff: Credentials
let owner: Credentials
let privateFiles: (typeof files.$inferSelect)[]
beforeAll(async () => {
  staff = await t.signIn.staff()
  owner = await make.aCustomer({ money: 50_000 })
  for (const isPrescription of [false, true])
    await t.call(api.storeManualOrders.add, { body: { isPrescription }, files: [await photo()] }, owner)
  const body = { amount: 100, upiId: 'ravi@upi', bankAcNumber: '', ifscCode: '' }
  const { data } = await t.call(api.storeWallet.withdraw, { body }, owner)
  const receipts = [await photo(41), fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')]
  await t.call(api.withdrawals.approve, { body: { withdrawalId: data._id }, files: receipts }, staff)
  privateFiles = await t.db.select().from(files).where(eq(files.isPrivate, true))
})

const get = (key: string, headers: Headers = {}) => t.app.inject({ url: `/api/v1/file/get/${key}`, headers })
const cookie = (name: string, token: string) => ({ cookie: `${name}=${token}` })
const tokenOf = ({ headers }: Credentials) => headers.cookie?.split('=')[1] ?? ''

/** Request headers of everyone except active staff. */
async function strangers(): Promise<Record<string, Headers>> {
  const { db, context, signIn } = t
  const disabled = await signIn.staff('disabled')
  await db.update(staffTable).set({ isActive: false }).where(eq(staffTable.id, disabled.id))
  const out = await signIn.staff('out')
  await t.call(api.staff.logout, {}, out)
  const long = new Date(context.now().getTime() - 13 * 3_600_000)
  return {
    anonymous: {},
    'the customer who owns it': owner.headers,
    'another customer': (await make.aCustomer()).headers,
    'a customer, as staff': cookie('kirana_staff', owner.headers.authorization?.split(' ')[1] ?? ''),
    superadmin: (await signIn.superadmin()).headers,
    'disabled staff': disabled.headers,
    'staff signed out': out.headers,
    'staff since yesterday': cookie('kirana_staff', await startSession(db, 'staff', staff.id, long)),
    'an unknown token': cookie('kirana_staff', 'x'.repeat(43)),
    'staff, as a customer': { authorization: `Bearer ${tokenOf(staff)}` },
  }
}

test('private files are for staff only; anyone else gets a 404', async () => {
  expect(privateFiles.map(({ purpose, type }) => `${purpose} ${type}`).toSorted()).toEqual([
    'manual-order image/webp',
    'prescription image/webp',
    'withdrawal application/pdf',
    'withdrawal image/webp',
  ])
  const none = (await get('nothing-there.webp')).body
  for (const { key, sha256, size } of privateFiles) {
    for (const [who, headers] of Object.entries(await strangers())) {
      // A conditional request reveals nothing either.
      const answer = await get(key, { ...headers, 'if-none-match': `"${sha256}"` })
      expect({ who, status: answer.statusCode, body: answer.body }).toEqual({ who, status: 404, body: none })
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
    }
    const seen = await get(key, staff.headers)
    expect([seen.statusCode, seen.rawPayload.length]).toEqual([200, size])
    expect(seen.headers['cache-control']).toBe('private, no-store')
  }
})

test('staff get the private files of what their role lets them read', async () => {
  const person = await t.signIn.staff('dispatcher')
  await t.db.update(staffTable).set({ roleId: DISPATCHER_ROLE }).where(eq(staffTable.id, person.id))
  for (const { key, purpose } of privateFiles)
    expect({ purpose, status: (await get(key, person.headers)).statusCode }).toEqual({
      purpose,
      status: purpose === 'withdrawal' ? 404 : 200,
    })
})

const secret = 'a secret that no address gives out'
/** Path traversal attempts, each requested by staff. */
const traversals = (key: string) => [
  '../../../../../../etc/passwd',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fsecret.webp',
  '%2e%2e/%2e%2e/secret.webp',
  '..%252f..%252fsecret.webp',
  '%252e%252e%252fsecret.webp',
  '..%5c..%5csecret.webp',
  '..\\..\\secret.webp',
  '....//....//secret.webp',
  '..;/..;/secret.webp',
  '..%c0%af..%c0%afsecret.webp',
  '%c0%ae%c0%ae/secret.webp',
  '%uff0e%uff0e/secret.webp',
  '%ef%bc%8e%ef%bc%8e%ef%bc%8fsecret.webp',
  '../secret.webp',
  '../database/PG_VERSION',
  '../incoming/half-written',
  '.new/half-written.webp',
  'bytes-without-a-row.webp',
  '77/6f/bytes-without-a-row.webp',
  'secret.webp%00',
  'secret.webp%00.webp',
  `${key}%00`,
  `${key}%2f..%2fsecret.webp`,
  `${key}/../../secret.webp`,
  `${key}/`,
  `${key}%20`,
  `${key}%0a`,
  `${key}::$DATA`,
  key.toUpperCase(),
  `%27%20OR%20%271%27=%271`,
  '%25',
  '_______-____-____-____-____________.webp',
  '*.webp',
  '.',
  '..',
  '%2e%2e',
  '.env',
  'file:///etc/passwd',
  'http://127.0.0.1/secret.webp',
  '~/.ssh/id_rsa',
  'con.webp',
  'a'.repeat(600),
]

test('no URL leads outside the file store or to files without a row', async () => {
  const { dataDir } = t.context.config
  const plant = async (path: string) => {
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await writeFile(join(dataDir, path), secret)
  }
  for (const path of ['secret.webp', 'files/secret.webp', 'database/PG_VERSION', 'incoming/half-written'])
    await plant(path)
  await plant('files/.new/half-written.webp')
  await t.context.files.put('bytes-without-a-row.webp', Buffer.from(secret))

  const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  /** Sends the path unchanged; other HTTP clients normalize it first. */
  const ask = async (path: string) => {
    const asked = request(address, { path, headers: staff.headers, agent: false })
    const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
      asked.once('error', reject)
      asked.once('response', (answer) => {
        void buffer(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body: String(body) }))
      })
    })
    asked.end()
    return answered
  }
  const wrong: string[] = []
  for (const name of traversals(privateFiles[0]?.key ?? '')) {
    const { status, body } = await ask(`/api/v1/file/get/${name}`)
    const isNothing =
      (status === 404 || status === 400) && /^\{"message":"[\w ]+","code":"[\w-]+"\}$/.test(body)
    if (!isNothing) wrong.push(`${name}: ${status} ${body.slice(0, 100)}`)
  }
  expect(wrong).toEqual([])
  for (const path of [
    '/../secret.webp',
    '/assets/../../../etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
  ])
    expect((await ask(path)).body).not.toMatch(/^root:|a secret/m)
})
