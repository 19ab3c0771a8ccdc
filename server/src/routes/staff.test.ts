import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { type Permission, permissions } from '@kirana/domain/permissions'
import { desc } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { EVERYTHING_ROLE } from '../tables/people.ts'
import { wrapTransactions, type Credentials, password, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.superadmin()
})

type Body = Sent<typeof api.staff.add>['body']
type Change = Partial<Sent<typeof api.staff.edit>['body']>
const asha: Body = { name: 'Asha Rao', email: 'asha@example.in', username: 'asha', password }
const list = async () => (await t.call(api.staff.list, {}, as)).data
const add = (more: Partial<Body> = {}) => t.call(api.staff.add, { body: { ...asha, ...more } }, as)
const edit = (staffId: string, more: Change = {}) =>
  t.call(api.staff.edit, { body: { name: 'Asha Rao', ...more, staffId } }, as)
const reset = (staffId: string, typed = 'Better@123') =>
  t.call(api.staff.resetPassword, { body: { staffId, password: typed } }, as)
const login = (typed = password) => t.call(api.staff.login, { body: { username: 'asha', password: typed } })
const added = async () => {
  await add()
  return (await list()).at(-1)?._id ?? ''
}

const FIELD = 'This field is required'
const NAME = "Don't use any number or special character"
const STRONG =
  'Password should be minimum 8 characters. At least 1 number, 1 capital letter, 1 small letter, 1 special character is required.'
test.each<[Record<string, unknown>, string]>([
  [{ name: '' }, FIELD],
  [{ name: ' ' }, FIELD],
  [{ name: 'Asha 2' }, NAME],
  [{ name: "O'Neil" }, NAME],
  [{ name: '<b>Asha</b>' }, NAME],
  [{ name: 'A'.repeat(101) }, 'Use 100 characters at most'],
  [{ email: 'e'.repeat(201) }, 'Use 200 characters at most'],
  [{ username: '' }, FIELD],
  [{ username: 'u'.repeat(101) }, 'Use 100 characters at most'],
  [{ password: '' }, FIELD],
  ...['Aa1@aaa', 'aaaaaa1@', 'AAAAAA1@', 'Aaaaaaa@', 'Aaaaaaa1', 'Aaaaaa1#', 'Aaaaaa1@ '].map(
    (weak): [Record<string, unknown>, string] => [{ password: weak }, STRONG],
  ),
])('rejects %j', async (wrong, message) => {
  expect(await add(wrong)).toMatchObject({ status: 400, message })
  expect(await list()).toEqual([])
})

test.each(['', 'not an address', `"asha" <a%b_c\\@x>`, 'आशा@डाक.भारत'])(
  'accepts any text as e-mail: %j',
  async (email) => {
    expect(await add({ name: 'आशा राव', email })).toMatchObject({ status: 200 })
    expect(await list()).toMatchObject([{ name: 'आशा राव', email }])
  },
)

test('changes name and e-mail; fields that are not sent stay', async () => {
  const id = await added()
  expect(await edit(id, { name: 'Asha Nair', email: 'nair@example.in' })).toMatchObject({
    status: 200,
    message: 'Staff updated successfully',
    data: { version: 2 },
  })
  const everything = { role: { _id: EVERYTHING_ROLE, name: 'Everything' }, permissions, secondFactors: [] }
  const changed = { _id: id, username: 'asha', name: 'Asha Nair', email: 'nair@example.in', ...everything }
  expect(await list()).toEqual([
    { ...changed, roleId: EVERYTHING_ROLE, isActive: true, lastSignInAt: null, version: 2 },
  ])
  await edit(id, { name: 'Asha Nair', isActive: false })
  expect((await edit(id, { name: 'Asha' })).status).toBe(200)
  expect(await list()).toMatchObject([{ ...changed, name: 'Asha', isActive: false }])
  expect(await edit(id, { name: '' })).toMatchObject({ status: 400, message: FIELD })
  expect(await edit(id, { name: 'R2D2' })).toMatchObject({ status: 400, message: NAME })
})

test('a new person without a role gets the one chosen last for a new person, or the weakest; the first gets Everything', async () => {
  const role = async (name: string, granted: Permission[]) =>
    (await t.call(api.roles.add, { body: { name, permissions: granted } }, as)).data._id
  const roleOf = async (username: string, roleId?: string) => {
    expect((await add({ username, roleId })).status).toBe(200)
    return (await list()).at(-1)?.role._id
  }
  expect(await roleOf('first')).toBe(EVERYTHING_ROLE)
  const weakest = await role('Reader', ['orders.read'])
  expect(await roleOf('second')).toBe(weakest)
  const chosen = await role('Shelves', ['stock.read', 'orders.read'])
  expect(await roleOf('third', chosen)).toBe(chosen)
  expect(await roleOf('fourth')).toBe(chosen)
  // The screen asks for the role right after it has added the person.
  const fourth = (await list()).at(-1)?._id ?? ''
  await edit(fourth, { roleId: weakest })
  expect(await roleOf('fifth')).toBe(weakest)
  // A new role for a person who has signed in does not become the role of the next new person.
  const fifth = { username: 'fifth', password }
  expect((await t.call(api.staff.login, { body: fifth })).status).toBe(200)
  await edit((await list()).at(-1)?._id ?? '', { roleId: EVERYTHING_ROLE })
  expect(await roleOf('after')).toBe(weakest)
  for (const roleId of [v7(), 'nonsense']) expect((await add({ username: 'sixth', roleId })).status).toBe(404)
})

test('a reset password must be strong, and replaces the old one', async () => {
  const id = await added()
  expect(await reset(id, '')).toMatchObject({ status: 400, message: 'Password is required' })
  expect(await reset(id, 'weak')).toMatchObject({ status: 400, message: STRONG })
  expect((await login()).status).toBe(200)
  expect(await reset(id)).toMatchObject({ status: 200, message: 'Password changed successfully' })
  expect((await login()).status).toBe(401)
  expect((await login('Better@123')).status).toBe(200)
})

test('answers 404 for unknown staff', async () => {
  for (const id of [v7(), 'nonsense', "'", as.id]) {
    expect((await edit(id)).status).toBe(404)
    expect((await reset(id)).status).toBe(404)
  }
  expect(await edit(v7())).toMatchObject({ message: 'Staff not found' })
})

/** Signs in, running `during` after the password check and before the session starts. */
async function loginWhile(during: () => Promise<unknown>) {
  const restore = wrapTransactions(t.context, async (work) => {
    restore()
    await during()
    return t.database.transaction(work)
  })
  return login()
}

test('rejects a sign-in of staff disabled while the password is checked', async () => {
  const id = await added()
  const late = await loginWhile(() => edit(id, { isActive: false }))
  expect(late).toMatchObject({ status: 401, message: 'Username or password is wrong' })
  expect(late.headers['set-cookie']).toBeUndefined()
})

test('rejects a sign-in whose password is reset while it is checked', async () => {
  const id = await added()
  expect((await loginWhile(() => reset(id))).status).toBe(401)
  expect((await list())[0]?.lastSignInAt).toBeNull()
  expect((await login('Better@123')).status).toBe(200)
})

test('audits old and new values, never a password', async () => {
  const id = await added()
  await edit(id, { isActive: false })
  await reset(id)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  expect(rows.toReversed()).toMatchObject([
    { call: 'staff.add', object: id, after: { name: 'Asha Rao', username: 'asha' } },
    {
      call: 'staff.edit',
      object: id,
      before: { name: 'Asha Rao', isActive: true },
      after: { isActive: false },
    },
    { call: 'staff.resetPassword', object: id },
  ])
  for (const secret of [password, 'Better@123', 'argon2']) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('only the superadmin manages staff', async () => {
  const id = await added()
  for (const other of [await t.signIn.staff(), await make.aCustomer(), { headers: {} }]) {
    expect((await t.call(api.staff.list, {}, other)).status).toBe(401)
    expect((await t.call(api.staff.add, { body: { ...asha, username: 'b' } }, other)).status).toBe(401)
    const change = { staffId: id, name: 'X', isActive: false }
    expect((await t.call(api.staff.edit, { body: change }, other)).status).toBe(401)
    const body = { staffId: id, password: 'Better@123' }
    expect((await t.call(api.staff.resetPassword, { body }, other)).status).toBe(401)
  }
  expect((await list()).find(({ _id }) => _id === id)).toMatchObject({ name: 'Asha Rao', isActive: true })
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(add)).toBeLessThanOrEqual(3)
  const id = (await list())[0]?._id ?? ''
  expect(await cost(list)).toBeLessThanOrEqual(2)
  expect(await cost(() => edit(id, { isActive: false }))).toBeLessThanOrEqual(5)
  expect(await cost(() => reset(id))).toBeLessThanOrEqual(5)
})
