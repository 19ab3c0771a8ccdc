import { api } from '@kirana/contract'
import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../services/people/passwords.ts'
import { staff as staffTable, superadmins } from '../../tables/people.ts'
import { testApp } from '../../testing/app.ts'

const t = await testApp()
/** The same store in sample mode. */
const sample = await testApp({ database: t.database, config: { sampleMode: true } })
afterAll(async () => {
  await sample.close()
  await t.close()
})
beforeEach(() => t.database.reset())

type App = typeof t
const phone = '+919800000001'
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => ({
  headers: { cookie: String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '' },
})
const logins = (app: App, password = SAMPLE_PASSWORD) =>
  Promise.all([
    app.call(api.staff.login, { body: { username: 'asha', password } }),
    app.call(api.superadmin.login, { body: { username: 'superadmin', password } }),
  ])
async function sampleAccounts() {
  await Promise.all([t.signIn.staff(), t.signIn.superadmin()])
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  await t.db.update(staffTable).set({ passwordHash })
  await t.db.update(superadmins).set({ passwordHash })
}

test('the sample password works in sample mode only, and is otherwise like any wrong password', async () => {
  await sampleAccounts()
  expect((await logins(sample)).map(({ status }) => status)).toEqual([200, 200])
  const refused = [...(await logins(t)), ...(await logins(t, 'Wrong@123'))]
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(new Set(refused.map(({ raw }) => raw)).size).toBe(1)
})

test('sessions started in sample mode are invalid outside it, for all roles', async () => {
  await sampleAccounts()
  const [staff, superadmin] = (await logins(sample)).map(cookieOf)
  const customer = await sample.signIn.customer()
  const statuses = async (app: App) => [
    (await app.call(api.staff.get, {}, staff)).status,
    (await app.call(api.superadmin.get, {}, superadmin)).status,
    (await app.call(api.storeMe.get, {}, customer)).status,
  ]
  expect(await statuses(sample)).toEqual([200, 200, 200])
  expect(await statuses(t)).toEqual([401, 401, 401])
  const renewed = await sample.call(api.staff.changePassword, { body: { password: 'own password' } }, staff)
  expect((await t.call(api.staff.get, {}, cookieOf(renewed))).status).toBe(401)
})

test('codes shown in sample mode are invalid outside it', async () => {
  const { data } = await sample.call(api.storeSession.sendCode, { body: { phone } })
  const enter = (app: App) => app.call(api.storeSession.signIn, { body: { phone, code: data.code ?? '' } })
  expect((await enter(t)).status).toBe(401)
  expect((await enter(sample)).status).toBe(200)
})

test('the sample password cannot be set outside sample mode', async () => {
  const owner = await t.signIn.superadmin()
  const asha = await t.signIn.staff()
  const before = await t.db.execute(
    sql`SELECT password_hash FROM staff UNION ALL SELECT password_hash FROM superadmins`,
  )
  const body = { password: SAMPLE_PASSWORD }
  const set = (app: App) => [
    () => app.call(api.staff.add, { body: { ...body, name: 'Ravi', username: 'ravi' } }, owner),
    () => app.call(api.staff.resetPassword, { body: { ...body, staffId: asha.id } }, owner),
    () => app.call(api.staff.changePassword, { body }, asha),
    () =>
      app.call(
        api.superadmin.changePassword,
        { params: { id: owner.id }, body: { ...body, username: 'superadmin' } },
        owner,
      ),
  ]
  for (const change of set(t))
    expect(await change()).toMatchObject({
      status: 422,
      message: 'This is the published sample password. Please choose another one',
    })
  const after = await t.db.execute(
    sql`SELECT password_hash FROM staff UNION ALL SELECT password_hash FROM superadmins`,
  )
  expect(after.rows).toEqual(before.rows)
  expect((await set(sample)[0]?.())?.status).toBe(200)
})
