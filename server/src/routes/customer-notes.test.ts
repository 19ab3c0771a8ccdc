import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: asha } = await staffApp()
const { aCustomer } = make
let meera: Awaited<ReturnType<typeof aCustomer>>
beforeEach(async () => {
  meera = await aCustomer({ fullName: 'Meera', phone: '+919876543210' })
})

const list = async (as = asha) =>
  (await t.call(api.customerNotes.list, { params: { userId: meera.id } }, as)).data
const add = (text: string, userId = meera.id, as = asha) =>
  t.call(api.customerNotes.add, { body: { userId, text } }, as)

test('staff read all notes, newest first, and delete their own', async () => {
  await t.db.execute(
    sql`INSERT INTO staff (id, name, username, password_hash) VALUES (gen_random_uuid(), 'Bala', 'bala', '')`,
  )
  const bala = await t.signIn.staff('bala')
  expect(await add(' Rings the bell twice ')).toMatchObject({
    status: 200,
    message: 'Note added successfully',
  })
  await add('Second floor', meera.id, bala)
  const texts = async () => (await list()).map(({ text, by, isOwn }) => [text, by, isOwn])
  expect(await texts()).toEqual([
    ['Second floor', 'Bala', false],
    ['Rings the bell twice', 'Asha', true],
  ])
  const [theirs, own] = await list()
  const remove = (id = '') => t.call(api.customerNotes.remove, { params: { id } }, asha)
  expect(await remove(theirs?._id)).toMatchObject({
    status: 403,
    message: 'Only its author can delete a note',
  })
  expect((await remove(own?._id)).status).toBe(200)
  expect(await texts()).toEqual([['Second floor', 'Bala', false]])
  expect(await t.statements(list)).toHaveLength(1 + 1)
})

test('a note needs a text and a customer; the audit log does not keep the text', async () => {
  expect(await add('  ')).toMatchObject({ status: 400, message: 'Note is required' })
  expect((await add('x'.repeat(1001))).status).toBe(400)
  expect((await add('x', '01a1fd41-f2a3-769d-9900-17803f8126b3')).status).toBe(404)
  expect((await t.call(api.customerNotes.list, { params: { userId: meera.id } }, meera)).status).toBe(401)
  await add('Pays late')
  const { rows } = await t.db.execute(
    sql`SELECT object, before, after FROM audit_rows WHERE call = 'customerNotes.add'`,
  )
  expect(rows).toEqual([{ object: meera.id, before: null, after: null }])
})

test('notes are exported and erased with the customer', async () => {
  await add('Rings the bell twice')
  const exported = await t.call(api.users.export, { params: { userId: meera.id } }, asha)
  expect(JSON.parse(exported.raw)).toMatchObject({ notes: [{ text: 'Rings the bell twice' }] })
  const body = { userId: meera.id, lastDigits: '3210', reason: 'Asked for it' }
  expect((await t.call(api.users.erase, { body }, asha)).status).toBe(200)
  expect(await list()).toEqual([])
  expect((await add('Still here')).status).toBe(404)
})
