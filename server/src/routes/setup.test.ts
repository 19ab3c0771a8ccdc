import { api, type Setup, type SetupStep } from '@kirana/contract'
import { optionalSteps } from '@kirana/contract/setup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company } from '../tables/company.ts'
import { EVERYTHING_ROLE, staff as people, staffRoles } from '../tables/people.ts'
import { productImages } from '../tables/products.ts'
import { setup } from '../tables/setup.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { givenApp } from '../testing/second-factor.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp({ config: { sampleData: false } })
const make = factories(t)
afterAll(t.close)
let staff: Credentials
let owner: Credentials
beforeEach(async () => {
  await t.database.reset()
  staff = await t.signIn.staff()
  owner = await t.signIn.superadmin()
})

const forStaff = async (): Promise<Setup> => (await t.call(api.setup.staff, {}, staff)).data
const forOwner = async (): Promise<Setup> => (await t.call(api.setup.superadmin, {}, owner)).data
const doneSteps = (checklist: Setup) =>
  checklist?.steps.filter(({ isDone }) => isDone).map(({ step }) => step)
const isSettingUp = async () => (await t.call(api.dashboard.get, {}, staff)).data.isSettingUp

test('each step is done once the store has the data that it asks for', async () => {
  const done: SetupStep[] = ['staff']
  expect(doneSteps(await forOwner())).toEqual(done)
  const first = await forStaff()
  const optional = [{ step: 'second-factor', isDone: false }]
  expect({ ...first, steps: [...(first?.steps ?? []), ...optional] }).toEqual(await forOwner())
  expect(first).toMatchObject({ firstCategory: null, unfinishedProduct: null })

  await t.db.update(company).set({ name: 'Kirana Stores', gstRegistration: 'regular' })
  expect(doneSteps(await forStaff())).toEqual(done)
  await t.db.update(company).set({ address: 'MG Road' })
  expect(doneSteps(await forStaff())).toEqual(done)
  await t.db.update(company).set({ gstRegistration: 'unregistered' })
  expect(doneSteps(await forStaff())).toEqual(['company', ...done])
  await t.db.update(company).set({ gstRegistration: 'regular', gstin: '27AAPFU0939F1ZV' })
  await make.aPincode({ isActive: false })
  expect(doneSteps(await forStaff())).toEqual(['company', ...done])
  await t.db.update(company).set({ fssai: '11521999000123' })
  await make.aPincode()
  const { category } = await make.aSubcategory()
  expect(await forStaff()).toMatchObject({ firstCategory: { _id: category.id, name: category.name } })
  const shelves = ['company', 'fssai', 'staff', 'pincodes', 'section', 'category', 'subcategory']
  expect(doneSteps(await forStaff())).toEqual(shelves)

  const rice = await make.aProduct()
  const pictures = await t.db.delete(productImages).returning()
  expect(doneSteps(await forStaff())).toEqual(shelves)
  expect(await forStaff()).toMatchObject({ unfinishedProduct: rice.id })
  await t.db.insert(productImages).values(pictures)
  expect(await forStaff()).toMatchObject({ unfinishedProduct: null })
  await make.aCharge()
  await make.anOrder({ items: [rice.item()] })
  expect(doneSteps(await forStaff())).toEqual([...shelves, 'product', 'charges', 'order'])
})

test('the checklist is gone when everything is done, codes and payments in the environment included', async () => {
  const configured: object = { sampleData: false, sms: {}, razorpay: {} }
  const other = await testApp({
    config: configured,
    database: t.database,
  })
  const get = async () => (await other.call(api.setup.staff, {}, staff)).data
  const flag = async () => (await other.call(api.dashboard.get, {}, staff)).data.isSettingUp
  await t.db.update(company).set({ name: 'Kirana Stores', address: 'MG Road', fssai: '11521999000123' })
  const rice = await make.aProduct()
  await make.anOrder({ items: [rice.item()] })
  expect((await get())?.steps.filter(({ isDone }) => !isDone)).toEqual([{ step: 'charges', isDone: false }])
  expect(await flag()).toBe(true)
  await make.aCharge()
  expect(await get()).toBeNull()
  expect(await flag()).toBe(false)
  expect(await isSettingUp()).toBe(true)
  await other.close()
})

const optionalOf = (checklist: Setup) =>
  checklist?.steps
    .filter(({ step }) => optionalSteps.includes(step))
    .map(({ step, isDone }) => `${step} ${isDone}`)

test('suggests a second factor to the superadmin, and a second person once two could approve', async () => {
  expect(optionalOf(await forStaff())).toEqual([])
  expect(optionalOf(await forOwner())).toEqual(['second-factor false'])
  const [packer] = await t.db.select().from(staffRoles).where(eq(staffRoles.name, 'Packer'))
  const ravi = await t.signIn.staff('ravi')
  const giveRole = (roleId = '') => t.db.update(people).set({ roleId }).where(eq(people.id, ravi.id))
  await giveRole(packer?.id)
  expect(optionalOf(await forOwner())).toEqual(['second-factor false'])
  await giveRole(EVERYTHING_ROLE)
  await t.db.update(people).set({ isActive: false }).where(eq(people.id, ravi.id))
  expect(optionalOf(await forOwner())).toEqual(['second-factor false'])
  await t.db.update(people).set({ isActive: true }).where(eq(people.id, ravi.id))
  expect(optionalOf(await forOwner())).toEqual(['second-factor false', 'second-person false'])

  await t.db.update(company).set({ secondPerson: true })
  await givenApp(t, owner, 'superadmin')
  expect(optionalOf(await forOwner())).toEqual(['second-factor true', 'second-person true'])
  expect(optionalOf(await forStaff())).toEqual([])
})

test('staff and superadmin each put away their own checklist', async () => {
  expect(await isSettingUp()).toBe(true)
  expect((await t.call(api.setup.hideForStaff, {}, staff)).status).toBe(200)
  expect(await forStaff()).toBeNull()
  expect(await isSettingUp()).toBe(false)
  expect(await forOwner()).not.toBeNull()
  expect((await t.call(api.setup.hideForSuperadmin, {}, owner)).status).toBe(200)
  expect(await forOwner()).toBeNull()
})

test('a store with sample data has no checklist', async () => {
  const sample = await testApp({ config: { sampleData: true }, database: t.database })
  expect((await sample.call(api.setup.staff, {}, staff)).data).toBeNull()
  expect((await sample.call(api.setup.superadmin, {}, owner)).data).toBeNull()
  expect((await sample.call(api.dashboard.get, {}, staff)).data.isSettingUp).toBe(false)
  await sample.close()
})

test('each checklist is for its role alone', async () => {
  for (const [route, other] of [
    [api.setup.staff, owner],
    [api.setup.hideForStaff, owner],
    [api.setup.superadmin, staff],
    [api.setup.hideForSuperadmin, staff],
  ] as const)
    for (const as of [other, await make.aCustomer(), { headers: {} }])
      expect((await t.call(route, {}, as)).status).toBe(401)
  expect(await t.db.$count(setup)).toBe(0)
})

test('runs one statement, plus the session', async () => {
  expect(await t.statements(forStaff)).toHaveLength(1 + 1)
  expect(await t.statements(forOwner)).toHaveLength(1 + 1)
  expect(await t.statements(isSettingUp)).toHaveLength(1 + 1)
})
