import { api } from '@kirana/contract'
import { eq, lte, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanUp, keepClean } from './housekeeping.ts'
import { codeMessages } from '../tables/code-messages.ts'
import { contactMessages } from '../tables/contact-messages.ts'
import { files } from '../tables/files.ts'
import { auditRows } from '../tables/journal.ts'
import { manualOrders } from '../tables/manual-orders.ts'
import { attempts, sessions } from '../tables/people.ts'
import { pushMessages } from '../tables/push-messages.ts'
import { testApp } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { factories } from '../testing/factories.ts'
import { fileOf, storedFiles } from '../testing/files/pictures.ts'
import { keepFiles, pdf, picture, prepared } from '../testing/files/prepared-files.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let userId: string
beforeEach(async () => {
  await t.database.reset()
  for (const key of (await storedFiles(t)).keys) await t.context.files.remove(key)
  t.clock.set(now)
  userId = (await make.aCustomer()).id
})

const now = '2029-03-01T10:00:00Z'
const failures: unknown[] = []
const clean = () => cleanUp(t.context, (error) => failures.push(error))

const aManualOrder = async (createdAt: Date, isPrescription: boolean) => {
  const photos = await keepFiles(
    t.db,
    t.context.files,
    [await prepared(await picture().png().toBuffer())],
    'manual-order',
  )
  await t.db.insert(manualOrders).values({ userId, photos, isPrescription, createdAt })
}
const aPushMessage = (createdAt: Date, status: 'done' | 'sending') =>
  t.db.insert(pushMessages).values({
    audience: 'one',
    title: 'Sale',
    body: 'Today',
    status,
    reach: 1,
    by: 'Asha (staff)',
    createdAt,
  })

const aCodeMessage = (createdAt: Date, state: 'sent' | 'asked') =>
  t.db.insert(codeMessages).values({
    purpose: 'sign-in',
    phone: '•••••••••0001',
    provider: 'http',
    channel: 'sms',
    state,
    createdAt,
    dueAt: createdAt,
    giveUpAt: createdAt,
  })

type Rule = [
  what: string,
  table: Parameters<typeof t.db.$count>[0],
  from: string,
  add: (at: Date) => PromiseLike<unknown>,
]
const audited = { requestId: 'r', role: 'staff', person: 'Asha', call: 'orders.changeStatus', object: 'o' }
const written = { name: 'Ravi', phone: '+919800000001', message: 'Late' }

/** Retention periods of the Privacy Policy: rows created before `from` are deleted. */
const rules: Rule[] = [
  [
    'deletes a photo of a list after 1 year',
    manualOrders,
    '2028-03-01T10:00:00Z',
    (at) => aManualOrder(at, false),
  ],
  [
    'deletes a prescription after 3 years',
    manualOrders,
    '2026-03-01T10:00:00Z',
    (at) => aManualOrder(at, true),
  ],
  [
    'deletes a contact message 1 year and 30 days after it was received',
    contactMessages,
    '2028-01-31T10:00:00Z',
    (createdAt) => t.db.insert(contactMessages).values({ ...written, createdAt }),
  ],
  [
    'deletes a row of the audit log after 1 year',
    auditRows,
    '2028-03-01T10:00:00Z',
    (at) => t.db.insert(auditRows).values({ ...audited, at }),
  ],
  [
    'deletes a push message after 1 year',
    pushMessages,
    '2028-03-01T10:00:00Z',
    (at) => aPushMessage(at, 'done'),
  ],
  [
    'deletes the record of a sign-in code after 90 days',
    codeMessages,
    '2028-12-01T10:00:00Z',
    (at) => aCodeMessage(at, 'sent'),
  ],
]

test.each(rules)('%s and not before', async (_, table, from, add) => {
  await t.db.delete(auditRows)
  await t.db.delete(codeMessages)
  const edge = new Date(from)
  await add(edge)
  await clean()
  expect(await t.db.$count(table)).toBe(1)
  await add(new Date(edge.getTime() - 1))
  await clean()
  expect(await t.db.$count(table)).toBe(1)
  expect(await storedFiles(t)).toMatchObject({ keys: { length: await t.db.$count(files) } })
  expect(await t.db.$count(files)).toBe(table === manualOrders ? 1 : 0)
  t.clock.pass(1)
  await clean()
  expect(await t.db.$count(table)).toBe(0)
  expect(await storedFiles(t)).toMatchObject({ keys: [] })
  expect(failures).toEqual([])
})

test('deletes any number of expired rows but not an unfinished push message', async () => {
  const long = new Date('2028-01-01')
  await t.db.execute(sql`
    INSERT INTO contact_messages (id, name, phone, message, created_at)
    SELECT gen_random_uuid(), 'Ravi', '+919800000001', 'Late', ${long.toISOString()} FROM generate_series(1, 450)`)
  await aPushMessage(long, 'sending')
  await clean()
  expect([await t.db.$count(contactMessages), await t.db.$count(pushMessages)]).toEqual([0, 1])
})

test('keeps orders, invoices, the ledger and paid-out withdrawals, and all invariants hold', async () => {
  const old = new Date('2018-05-01T10:00:00Z')
  t.clock.set(old.toISOString())
  const staff = await t.signIn.staff()
  const customer = await make.aCustomer({ money: 20_000 })
  const order = await make.anOrder({ customer, payment: 'wallet' })
  const accept = { params: { orderId: order._id, status: 'Prepeared' as const }, query: {} }
  expect((await t.call(api.orders.changeStatus, accept, staff)).status).toBe(200)
  const request = await t.call(
    api.storeWallet.withdraw,
    { body: { amount: 50, upiId: 'ravi@upi' } },
    customer,
  )
  const approve = {
    body: { withdrawalId: request.data._id },
    files: [fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')],
  }
  expect((await t.call(api.withdrawals.approve, approve, staff)).status).toBe(200)
  await aManualOrder(old, true)

  t.clock.set(now)
  await clean()
  const books = [
    'orders',
    'order_lines',
    'order_history',
    'invoices',
    'withdrawals',
    'transactions',
    'ledger_entries',
  ]
  for (const table of books) {
    const { rows } = await t.db.execute<{ n: number }>(sql.raw(`SELECT count(*)::int AS n FROM ${table}`))
    expect(rows[0]?.n, table).toBeGreaterThan(0)
  }
  expect([await t.db.$count(manualOrders), await t.db.$count(auditRows, lte(auditRows.at, old))]).toEqual([
    0, 0,
  ])
  expect((await storedFiles(t)).keys).toEqual([expect.stringMatching(/\.pdf$/)])
  expect(await findInvariantViolations(t.db)).toEqual([])
})

test('runs the other tasks when one fails', async () => {
  await t.db.insert(attempts).values({ key: 'old', misses: 1, since: new Date('2028-01-01') })
  await t.db.insert(contactMessages).values({ ...written, createdAt: new Date('2027-01-01') })
  await t.db.execute(sql`ALTER TABLE sessions RENAME TO sessions_away`)
  await clean()
  await t.db.execute(sql`ALTER TABLE sessions_away RENAME TO sessions`)
  expect(failures.splice(0)).toHaveLength(1)
  expect([await t.db.$count(attempts, eq(attempts.key, 'old')), await t.db.$count(contactMessages)]).toEqual([
    0, 0,
  ])
})

test('cleans up in one process at a time', async () => {
  await t.db.delete(sessions)
  await t.signIn.staff()
  t.clock.pass(13 * 60)
  const another = await t.database.lease('kirana_housekeeping')
  expect(another).not.toBeNull()
  expect(await clean()).toBe(false)
  expect(await t.db.$count(sessions)).toBe(1)
  await another?.release()
  expect(await clean()).toBe(true)
  expect(await t.db.$count(sessions)).toBe(0)
  expect(await clean()).toBe(true)
})

test('waits for a running clean-up when it is stopped', async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
  const lease = () => {
    begun.resolve()
    return gate.promise
  }
  const end = keepClean({ ...t.context, database: { ...t.database, lease } }, (error) => failures.push(error))
  await begun.promise
  let isOver = false
  const over = end().then(() => (isOver = true))
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  gate.resolve(null)
  await over
  expect(failures).toEqual([])
})
