import { api } from '@kirana/contract'
import { eq, type SQL } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { openSession } from '../../request/sessions.ts'
import type { Db } from '../../db/types.ts'
import { keywords } from '../../tables/keywords.ts'
import { sessions, staff as people } from '../../tables/people.ts'
import { recoveryCodes, secondFactors } from '../../tables/second-factors.ts'
import { type Credentials, password } from '../../testing/app.ts'
import { PACKER_ROLE } from '../../testing/preset-roles.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { cookiesOf, givenApp, securityOf, withApp } from '../../testing/second-factor.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, staff } = await staffApp()
const calls = api.staffSecurity

/** Makes a call. `during` runs after its session was looked up and before its body has arrived. */
async function slowly<Answer>(call: () => Promise<Answer>, during: () => Promise<unknown>) {
  const { database } = t.context
  const execute = async (query: SQL) => {
    t.context.database = database
    const found = await database.db.execute(query)
    await during()
    return found
  }
  const get = (db: Db, name: string) =>
    name === 'execute'
      ? (query: SQL) => ({ execute: () => execute(query) })
      : (Reflect.get(db, name) as unknown)
  t.context.database = { ...database, db: new Proxy(database.db, { get }) }
  return call()
}

const factors = () => t.db.select().from(secondFactors)

test('a stolen session removes no factor that was added before the body of its call has arrived', async () => {
  const id = v7()
  const body = { factorId: id, proof: { code: '000000' } }
  const removed = await slowly(
    () => t.call(calls.removeFactor, { body }, staff),
    async () => {
      await givenApp(t, staff)
      await t.db.update(secondFactors).set({ id })
    },
  )
  expect(removed).toMatchObject({ status: 422, code: 'wrong-code' })
  expect(await factors()).toHaveLength(1)
})

test('a stolen session cannot confirm itself, create recovery codes or set up a factor with a factor added since', async () => {
  const proof = { code: '000000' }
  const proved = async () => (await t.db.select().from(sessions))[0]?.provedAt
  const tries: (() => Promise<object>)[] = [
    () => t.call(calls.confirm, { body: { proof } }, staff),
    () => t.call(calls.newRecoveryCodes, { body: { proof } }, staff),
    () => t.call(calls.startTotp, { body: { password } }, staff),
    () => t.call(calls.startPasskey, { body: { password } }, staff),
  ]
  for (const made of tries) {
    await t.db.delete(secondFactors)
    expect(await slowly(made, async () => void (await givenApp(t, staff)))).toMatchObject({ status: 422 })
    expect(await proved()).toEqual(new Date(t.context.now().getTime() - 3_600_000))
  }
  expect(await t.db.$count(recoveryCodes)).toBe(0)
})

test.each(['staff', 'superadmin'] as const)(
  'the cookie that %s had before the first factor gives no access after it',
  async (role) => {
    const as = role === 'staff' ? staff : await t.signIn.superadmin()
    const stolen = { headers: { ...as.headers } }
    await withApp(t, as, role)
    const isIn = async ({ headers }: Pick<Credentials, 'headers'>) =>
      (await t.call(api[role].get, {}, { headers })).status === 200
    expect([await isIn(as), await isIn(stolen)]).toEqual([true, false])
  },
)

test('guesses at the first code of an app are limited: a right one would be answered with the recovery codes', async () => {
  const { data: made } = await t.call(calls.startTotp, { body: { password } }, staff)
  expect(made.secret).not.toBe('')
  const add = (code: string) => t.call(calls.addTotp, { body: { code } }, staff)
  for (let guess = 0; guess < 5; guess++)
    expect(await add('00000A')).toMatchObject({ status: 422, code: 'wrong-code' })
  expect(await add('00000A')).toMatchObject({ status: 429 })
  expect(await factors()).toEqual([])
})

test.each<[string, number, () => Promise<unknown>]>([
  ['disabled', 401, () => t.db.update(people).set({ isActive: false })],
  ['given another role', 403, () => t.db.update(people).set({ roleId: PACKER_ROLE })],
])('refuses a call whose caller is %s before its body has arrived', async (_, status, change) => {
  const late = await slowly(
    () => t.call(api.keywords.add, { body: { name: 'rice' } }, staff),
    async () => {
      await change()
      t.clock.pass(0.5)
    },
  )
  expect(late.status).toBe(status)
  expect(await t.db.$count(keywords)).toBe(0)
})

test('a session begun with only the password while the first factor was added gives no access', async () => {
  const { token } = await openSession(t.db, 'staff', staff.id, t.context.now())
  const half = { headers: { cookie: `kirana_staff=${token}` } }
  const status = async () => (await t.call(api.staff.get, {}, half)).status
  expect(await status()).toBe(200)
  await t.db.insert(secondFactors).values({ role: 'staff', personId: staff.id, kind: 'totp', name: 'App' })
  expect(await status()).toBe(401)
})

test('a new password of the superadmin ends a sign-in that is completed at the same moment', async () => {
  const owner = await t.signIn.superadmin()
  const app = await givenApp(t, owner, 'superadmin')
  await t.db.update(sessions).set({ provedAt: t.context.now() }).where(eq(sessions.personId, owner.id))
  const username = 'superadmin'
  const half = { headers: cookiesOf(await t.call(api.superadmin.login, { body: { username, password } })) }
  const signIn = () => t.call(api.superadminSecurity.signIn, { body: { code: app.code() } }, half)
  const body = { username, password: 'Better@123' }
  const change = () => t.call(api.superadmin.changePassword, { params: { id: owner.id }, body }, owner)
  const [signedIn, changed] = await interleave(t, signIn, change)
  expect([signedIn.status, changed.status]).toEqual([200, 200])
  expect((await t.call(api.superadmin.get, {}, { headers: cookiesOf(signedIn) })).status).toBe(401)
})

test.each(['staff', 'superadmin'] as const)(
  'a stolen session of %s with a second factor changes no password; with a fresh one the session continues',
  async (role) => {
    const as = role === 'staff' ? staff : await t.signIn.superadmin()
    const app = await givenApp(t, as, role)
    const changed = 'Better@123'
    const change = () =>
      role === 'staff'
        ? t.call(api.staff.changePassword, { body: { password: changed } }, as)
        : t.call(
            api.superadmin.changePassword,
            { params: { id: as.id }, body: { username: 'superadmin', password: changed } },
            as,
          )
    expect(await change()).toMatchObject({ status: 403, code: 'second-factor' })
    await t.call(securityOf(role).confirm, { body: { proof: { code: app.code() } } }, as)
    const done = await change()
    expect(done.status).toBe(200)
    expect((await t.call(api[role].get, {}, { headers: cookiesOf(done) })).status).toBe(200)
  },
)

test('a stolen session of a superadmin with a second factor raises no limit', async () => {
  const owner = await t.signIn.superadmin()
  await givenApp(t, owner, 'superadmin')
  const body = { payoutApprovalFrom: 1_000_000 }
  expect(await t.call(api.company.edit, { body }, owner)).toMatchObject({
    status: 403,
    code: 'second-factor',
  })
})
