import { api } from '@kirana/contract'
import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../../tables/journal.ts'
import { staff, superadmins } from '../../tables/people.ts'
import { testApp } from '../../testing/app.ts'
import { hashPassword } from './passwords.ts'
import { resetSuperadmin, withSamplePassword } from './superadmin.ts'

const t = await testApp()
afterAll(t.close)
beforeEach(() => t.database.reset())

const reset = (username: string | null = null, password: string | null = null) =>
  resetSuperadmin(t.database, { username, password, now: t.context.now() })
const login = (password: string) =>
  t.call(api.superadmin.login, { body: { username: 'superadmin', password } })
const status = async (as: { headers: Record<string, string> }) =>
  (await t.call(api.superadmin.get, {}, as)).status

test('resets the password, ends every session, clears failed attempts and writes the audit log', async () => {
  const [first, second] = [await t.signIn.superadmin(), await t.signIn.superadmin()]
  const staff = await t.signIn.staff()
  await t.db.update(superadmins).set({ isJoined: true })
  for (let i = 0; i < 6; i++) await login('Wrong@1234')
  expect((await login('Wrong@1234')).status).toBe(429)

  const { username, generated } = await reset()
  expect(username).toBe('superadmin')
  expect(await Promise.all([first, second].map(status))).toEqual([401, 401])
  expect((await t.call(api.staff.get, {}, staff)).status).toBe(200)
  const answer = await login(generated ?? '')
  // The dashboard asks them to choose a password again.
  expect(answer).toMatchObject({ status: 200, data: { isJoined: false } })

  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const query = { call: 'superadmin.reset', person: '', object: first.id, from: '', to: '' }
  const { data } = await t.call(api.audit.list, { params: { page: 1 }, query }, { headers: { cookie } })
  expect(data.rows).toMatchObject([
    {
      person: 'superadmin (on the server)',
      call: 'superadmin.reset',
      changes: [],
    },
  ])
  expect(JSON.stringify(await t.db.select().from(auditRows))).not.toContain(generated)
})

test('sets a given password without returning it, and lists the accounts that still have the sample password', async () => {
  await t.signIn.superadmin()
  await t.signIn.staff()
  await t.signIn.staff('gone')
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  await t.db.update(superadmins).set({ passwordHash })
  await t.db.update(staff).set({ passwordHash })
  await t.db.update(staff).set({ isActive: false }).where(eq(staff.username, 'gone'))
  expect(await withSamplePassword(t.db)).toEqual({ superadmins: ['superadmin'], staff: ['asha'] })
  expect(await reset('SuperAdmin', 'Chosen@1234')).toEqual({ username: 'superadmin', generated: null })
  expect((await login('Chosen@1234')).status).toBe(200)
  expect(await withSamplePassword(t.db)).toEqual({ superadmins: [], staff: ['asha'] })
})

test('rejects an unknown username and lists the existing ones', async () => {
  await expect(reset()).rejects.toThrow('There is no superadmin yet: start the server once.')
  const { headers } = await t.signIn.superadmin()
  await expect(reset('owner')).rejects.toThrow('Give the username of a superadmin: superadmin.')
  expect(await status({ headers })).toBe(200)
})
