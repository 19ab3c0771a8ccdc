import { api } from '@kirana/contract'
import { type Permission, permissions } from '@kirana/domain/permissions'
import { NOT_IN_ROLE } from '@kirana/domain/texts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { EVERYTHING_ROLE, staff } from '../tables/people.ts'
import { type Credentials, testApp } from '../testing/app.ts'

const t = await testApp()
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.superadmin()
})

const list = async () => (await t.call(api.roles.list, {}, as)).data
const roleNamed = async (name: string) => {
  const role = (await list()).find((one) => one.name === name)
  if (!role) throw new Error(`No role ${name}`)
  return role
}
const add = (name: string, chosen: Permission[]) =>
  t.call(api.roles.add, { body: { name, permissions: chosen } }, as)
const give = (person: { id: string }, roleId: string) =>
  t.call(api.staff.edit, { body: { staffId: person.id, name: 'Asha Rao', roleId } }, as)

test('a new store has five roles, and its staff have the role Everything', async () => {
  const asha = await t.signIn.staff()
  expect((await list()).map(({ name, staff: people, isFixed }) => [name, people, isFixed])).toEqual([
    ['Everything', 1, true],
    ['Accountant', 0, false],
    ['Dispatcher', 0, false],
    ['Manager', 0, false],
    ['Packer', 0, false],
  ])
  expect((await t.call(api.staff.get, {}, asha)).data).toMatchObject({
    role: { _id: EVERYTHING_ROLE, name: 'Everything' },
    permissions,
  })
})

test('a permission adds those that it needs, and names are unique', async () => {
  expect(await add('Till', ['wallet.coins'])).toMatchObject({
    status: 200,
    message: 'Role added successfully',
  })
  expect(await roleNamed('Till')).toMatchObject({ permissions: ['customers.read', 'wallet.coins'] })
  expect(await add('till', ['push'])).toMatchObject({
    status: 409,
    message: 'The role “till” already exists',
  })
})

test.each<[object, string]>([
  [{ name: '', permissions: ['push'] }, 'Name is required'],
  [{ name: 'Till' }, 'Choose what the role may do'],
  [{ name: 'Till', permissions: [] }, 'Choose what the role may do'],
  [{ name: 'Till', permissions: ['everything'] }, 'Permission is not valid'],
  [{ name: 'T'.repeat(61), permissions: ['push'] }, 'Use 60 characters at most'],
])('rejects %j', async (body, message) => {
  const before = await list()
  expect(await t.call(api.roles.add, { body: body as never }, as)).toMatchObject({ status: 400, message })
  expect(await list()).toEqual(before)
})

test('neither the role Everything nor an assigned role can be deleted', async () => {
  const asha = await t.signIn.staff()
  const fixed = 'always includes everything and stays'
  const body = { roleId: EVERYTHING_ROLE, name: 'Less', permissions: ['push' as const] }
  expect((await t.call(api.roles.edit, { body }, as)).message).toContain(fixed)
  expect((await t.call(api.roles.remove, { params: { id: EVERYTHING_ROLE } }, as)).message).toContain(fixed)

  const packer = await roleNamed('Packer')
  await give(asha, packer._id)
  const remove = () => t.call(api.roles.remove, { params: { id: packer._id } }, as)
  const inUse = 'One staff member has the role “Packer”. Give them another one first'
  expect(await remove()).toMatchObject({ status: 409, message: inUse })
  await give(asha, EVERYTHING_ROLE)
  expect(await remove()).toMatchObject({ status: 200, message: 'Role deleted successfully' })
  expect(await give(asha, packer._id)).toMatchObject({ status: 404, message: 'Role not found' })
})

test('a changed role applies from the next call on', async () => {
  const asha = await t.signIn.staff()
  const { data: role } = await add('Till', ['catalogue.write'])
  await give(asha, role._id)
  const addKeyword = (name: string) => t.call(api.keywords.add, { body: { name } }, asha)
  expect(await addKeyword('rice')).toMatchObject({ status: 200 })
  const body = { roleId: role._id, name: 'Till', permissions: ['catalogue.read' as const] }
  expect(await t.call(api.roles.edit, { body }, as)).toMatchObject({ message: 'Role updated successfully' })
  expect(await addKeyword('dal')).toMatchObject({ status: 403, code: 'forbidden', message: NOT_IN_ROLE })
  expect((await t.call(api.keywords.list, {}, asha)).data).toHaveLength(1)
})

test("a call that two accounts may make is open to the superadmin whatever a packer's role says", async () => {
  const asha = await t.signIn.staff()
  await give(asha, (await roleNamed('Packer'))._id)
  expect(await t.call(api.reports.today, {}, asha)).toMatchObject({ status: 403 })
  const both = {
    ...as,
    headers: { ...asha.headers, cookie: `${asha.headers['cookie']}; ${as.headers['cookie']}` },
  }
  expect(await t.call(api.reports.today, {}, both)).toMatchObject({ status: 200 })
})

test('no more than 2 statements a call, and the role of a staff member is in the audit log', async () => {
  const asha = await t.signIn.staff()
  const { _id } = await roleNamed('Packer')
  expect(await t.statements(() => list())).toHaveLength(2)
  await give(asha, _id)
  const [row] = await t.db.select({ roleId: staff.roleId }).from(staff).where(eq(staff.id, asha.id))
  expect(row).toEqual({ roleId: _id })
  const { data } = await t.call(api.audit.list, { params: { page: 1 }, query: { call: 'staff.edit' } }, as)
  expect(data.rows.flatMap(({ changes }) => changes)).toContainEqual({
    field: 'Role',
    before: 'Everything',
    after: 'Packer',
  })
})
