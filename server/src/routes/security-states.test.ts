import { Readable } from 'node:stream'
import { api, callsOf } from '@kirana/contract'
import { ownPage } from '@kirana/contract/own-page'
import type { Route } from '@kirana/contract/route'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { staffRoles, EVERYTHING_ROLE } from '../tables/people.ts'
import { password, testApp } from '../testing/app.ts'
import { cookiesOf, givenApp } from '../testing/second-factor.ts'

const t = await testApp()
afterAll(t.close)

const calls: { name: string; route: Route }[] = callsOf(api)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'

/** Unknown ids and an empty body: only access matters here. */
async function answerOf(route: Route, headers: Record<string, string>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => (name === 'page' ? '1' : nobody))
  const answer = await t.app.inject({
    method: route.method,
    url: `/api/v1${path}`,
    headers: { ...ownPage, ...headers },
    ...(route.answers === 'events' && { payloadAsStream: true }),
    ...(route.method !== 'GET' && { payload: {} }),
  })
  const isStream = route.answers === 'events' && answer.statusCode === 200
  if (isStream) {
    answer.stream().destroy()
    return { status: 200, code: '' }
  }
  if (route.answers === 'events') {
    const { code } = (await new Response(Readable.toWeb(answer.stream()) as never).json()) as { code: string }
    return { status: answer.statusCode, code }
  }
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, code: isJson ? (answer.json() as { code?: string }).code : '' }
}

const isOf = ({ access }: Route, role: 'staff' | 'superadmin') => [access].flat().includes(role)
/** Calls that end the session that asks. */
const ends = (name: string) => /logout|signOutOthers/.test(name)
/** What a call answers beside anything that its handler says. */
type Expected = (route: Route) => 'signed-out' | 'enrol-second-factor' | 'second-factor' | 'open'

async function expectStates(
  headers: Record<string, string>,
  role: 'staff' | 'superadmin',
  expected: Expected,
) {
  const unexpected: string[] = []
  for (const { name, route } of calls) {
    if (route.access === 'public' || ends(name)) continue
    const { status, code = '' } = await answerOf(route, headers)
    const wanted = isOf(route, role) ? expected(route) : 'signed-out'
    const refusals = ['signed-out', 'enrol-second-factor', 'second-factor', 'forbidden']
    const got = refusals.includes(code) ? code : 'open'
    if (got !== wanted || status >= 500) unexpected.push(`${name}: ${status} ${got}, not ${wanted}`)
  }
  expect(unexpected).toEqual([])
}

test('without a factor every call is open, also those that ask for a fresh one', async () => {
  const asha = await t.signIn.staff()
  await expectStates(asha.headers, 'staff', () => 'open')
})

test('half signed in, no call is open but the second step', async () => {
  const asha = await t.signIn.staff()
  await givenApp(t, asha)
  const half = await t.call(api.staff.login, { body: { username: 'asha', password } })
  expect(half.data).toEqual({ secondFactor: ['totp'] })
  await expectStates(cookiesOf(half), 'staff', () => 'signed-out')
  await expectStates(cookiesOf(half), 'superadmin', () => 'signed-out')
})

test('with a factor given long ago, calls that need a fresh one ask for it, and no others', async () => {
  const expected: Expected = ({ fresh }) => (fresh ? 'second-factor' : 'open')
  await expectStates((await t.signIn.staff()).headers, 'staff', expected)
  const superadmin = await t.signIn.superadmin()
  await givenApp(t, superadmin, 'superadmin')
  await expectStates(superadmin.headers, 'superadmin', expected)
})

test('where the role requires one that is not set up, only setting it up is open', async () => {
  await t.db.update(staffRoles).set({ requiresSecondFactor: true }).where(eq(staffRoles.id, EVERYTHING_ROLE))
  const ravi = await t.signIn.staff('ravi')
  await expectStates(ravi.headers, 'staff', ({ beforeEnrolment }) =>
    beforeEnrolment ? 'open' : 'enrol-second-factor',
  )
  expect(
    calls
      .filter(({ route }) => route.beforeEnrolment)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'staff.get',
    'staff.logout',
    'staffSecurity.addPasskey',
    'staffSecurity.addTotp',
    'staffSecurity.get',
    'staffSecurity.startPasskey',
    'staffSecurity.startTotp',
  ])
  // What asks for a fresh factor; listed here, so that a mistake in the contract cannot take one away.
  expect(
    calls
      .filter(({ route }) => route.fresh)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'approvals.approve',
    'orders.export',
    'roles.add',
    'roles.edit',
    'roles.remove',
    'staff.add',
    'staff.edit',
    'staff.resetPassword',
    'staff.resetSecondFactor',
    'staffSecurity.fresh',
    'users.export',
    'withdrawals.approve',
  ])
})
