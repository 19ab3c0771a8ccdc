import { api, callsOf } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import type { Route } from '@kirana/contract/wire/route'
import { fulfils, type Permission, permissions as allPermissions } from '@kirana/domain/permissions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sessions, staff, staffRoles } from '../../tables/people.ts'
import { type Credentials, password, testApp } from '../../testing/app.ts'
import { cookiesOf, givenApp } from '../../testing/second-factor.ts'

const t = await testApp()
afterAll(t.close)
beforeEach(() => t.database.reset())

const calls: { name: string; route: Route }[] = callsOf(api)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'
const answers = ['signed-out', 'forbidden', 'enrol-second-factor', 'second-factor', 'open'] as const
type Answer = (typeof answers)[number]

/**
 * The answer of a call before its handler runs: each call is sent with a body of the wrong content type, which is
 * refused (415) right after the access check. So nothing is changed, no session ends, and thousands of calls take
 * seconds.
 */
async function answerOf(
  { method, path, files }: Route,
  headers: Record<string, string>,
  query: string,
): Promise<string> {
  const answer = await t.app.inject({
    method,
    url: `/api/v1${path.replace(/:(\w+)/g, nobody)}${query}`,
    headers: {
      ...ownPage,
      ...headers,
      'content-type': files ? 'text/plain' : 'multipart/form-data; boundary=x',
    },
  })
  if (answer.statusCode === 415) return 'open'
  return answer.json<{ code?: string }>().code ?? String(answer.statusCode)
}

/** The queries of a call with and without the value that requires a fresh factor; `isFresh` is true for the first. */
const waysOf = ({ fresh }: Route) => [
  { query: '', isFresh: fresh === true },
  ...(typeof fresh === 'object' && 'query' in fresh
    ? [{ query: `?${fresh.query}=collected`, isFresh: true }]
    : []),
]

/** Makes every call, including those of other roles and those that end a session. */
async function unexpected(
  headers: Record<string, string>,
  expected: (route: Route, isFresh: boolean) => Answer,
) {
  const found: string[] = []
  for (const { name, route } of calls) {
    // The caller of a signed call has no session.
    if (route.isSigned) continue
    for (const { query, isFresh } of waysOf(route)) {
      const [got, wanted] = [await answerOf(route, headers, query), expected(route, isFresh)]
      if (got !== wanted) found.push(`${name}${query}: ${got}, not ${wanted}`)
    }
  }
  return found
}

/** `stale`: given longer ago than five minutes. `missing`: required by the role, and not set up. */
const states = ['none', 'missing', 'stale', 'fresh'] as const
type State = (typeof states)[number]

const isOf = ({ access }: Route, role: 'staff' | 'superadmin') => [access].flat().includes(role)
const forStaff =
  (granted: readonly Permission[], state: State) =>
  (route: Route, isFresh: boolean): Answer => {
    if (route.access === 'public') return 'open'
    if (!isOf(route, 'staff')) return 'signed-out'
    if (!fulfils(granted, route.can ?? 'everybody')) return 'forbidden'
    if (state === 'missing' && !route.beforeEnrolment) return 'enrol-second-factor'
    return state === 'stale' && isFresh ? 'second-factor' : 'open'
  }

/** Puts a signed-in person into a state, from the one before it. */
async function enter(state: State, { id }: Credentials, role: 'staff' | 'superadmin', roleId = '') {
  if (state === 'missing')
    await t.db.update(staffRoles).set({ requiresSecondFactor: true }).where(eq(staffRoles.id, roleId))
  if (state === 'stale') await givenApp(t, { id, headers: {} }, role)
  if (state === 'fresh')
    await t.db.update(sessions).set({ provedAt: t.context.now() }).where(eq(sessions.personId, id))
}

test.each(['Everything', 'Manager', 'Packer', 'Accountant', 'Dispatcher'])(
  '%s: every call, with and without the second factor',
  async (preset) => {
    const [role] = await t.db.select().from(staffRoles).where(eq(staffRoles.name, preset))
    const asha = await t.signIn.staff()
    await t.db.update(staff).set({ roleId: role?.id }).where(eq(staff.id, asha.id))
    for (const state of states) {
      await enter(state, asha, 'staff', role?.id)
      const granted = role?.permissions ?? allPermissions
      expect(await unexpected(asha.headers, forStaff(granted, state)), state).toEqual([])
    }
  },
)

test('the superadmin: every call, with and without the second factor', async () => {
  const owner = await t.signIn.superadmin()
  for (const state of ['none', 'stale', 'fresh'] as const) {
    await enter(state, owner, 'superadmin')
    const expected = (route: Route, isFresh: boolean): Answer => {
      if (route.access === 'public') return 'open'
      if (!isOf(route, 'superadmin')) return 'signed-out'
      return state === 'stale' && isFresh ? 'second-factor' : 'open'
    }
    expect(await unexpected(owner.headers, expected), state).toEqual([])
  }
})

test('after the first step of a sign-in only the second step is open', async () => {
  const asha = await t.signIn.staff()
  await givenApp(t, asha)
  const half = await t.call(api.staff.login, { body: { username: 'asha', password } })
  expect(half.data).toEqual({ secondFactor: ['totp'] })
  const expected = ({ access }: Route): Answer => (access === 'public' ? 'open' : 'signed-out')
  expect(await unexpected(cookiesOf(half), expected)).toEqual([])
})

const namesWhere = (isWanted: (route: Route) => boolean) =>
  calls
    .filter(({ route }) => isWanted(route))
    .map(({ name }) => name)
    .toSorted()

// Listed here, so that a mistake in the contract cannot open a call.
test('these calls are open to every role, and these move money', () => {
  const security = namesWhere(({ path }) => path.startsWith('/staff/security/'))
  expect(namesWhere(({ can }) => can === 'everybody')).toEqual(
    [
      ...security,
      'approvals.about',
      'approvals.own',
      'approvals.rules',
      'audit.of',
      'events.listen',
      'opening.get',
      'setup.hideForStaff',
      'setup.staff',
      'staff.changePassword',
      'staff.get',
      'staff.logout',
    ].toSorted(),
  )
  const money: Permission[] = ['approvals', 'payments', 'wallet.coins', 'withdrawals.approve']
  expect(money.map((one) => namesWhere(({ can, writes }) => writes && can === one))).toEqual([
    ['approvals.approve', 'approvals.refuse'],
    [
      'cash.bank',
      'cash.close',
      'cash.float',
      'cash.till',
      'payments.refund',
      'payments.retryRefund',
      'payments.settle',
      'payments.settleFault',
      'payments.settleRefund',
      'upi.import',
      'upi.verify',
    ],
    ['wallet.addCoins'],
    ['withdrawals.approve', 'withdrawals.refuse'],
  ])
  // Refusing an approval moves no money.
  const moving = calls.filter(({ route: { writes, can } }) => writes && money.some((one) => one === can))
  expect(moving.flatMap(({ name, route }) => (route.fresh ? [] : [name]))).toEqual(['approvals.refuse'])
})

test('only these calls are open before enrolment, and these ask for a fresh factor', () => {
  expect(namesWhere(({ beforeEnrolment = false }) => beforeEnrolment)).toEqual([
    'staff.get',
    'staff.logout',
    'staffSecurity.addPasskey',
    'staffSecurity.addTotp',
    'staffSecurity.get',
    'staffSecurity.startPasskey',
    'staffSecurity.startTotp',
  ])
  expect(namesWhere(({ fresh }) => fresh !== undefined)).toEqual([
    'approvals.approve',
    'cash.bank',
    'cash.close',
    'cash.deposit',
    'cash.float',
    'cash.surplus',
    'cash.till',
    'cash.writeOff',
    'claims.refund',
    'claims.replace',
    'company.edit',
    'gst.gstr1',
    'gst.register',
    'gst.setFiled',
    'gst.tally',
    'gst.workbook',
    'notifications.sendToAll',
    'orders.changeStatus',
    'orders.export',
    'payments.refund',
    'payments.retryRefund',
    'payments.settle',
    'payments.settleFault',
    'payments.settleRefund',
    'pick.override',
    'riders.add',
    'riders.edit',
    'roles.add',
    'roles.edit',
    'roles.remove',
    'staff.add',
    'staff.changePassword',
    'staff.edit',
    'staff.resetPassword',
    'staff.resetSecondFactor',
    'staffOrders.place',
    'staffOrders.placeList',
    'staffSecurity.fresh',
    'superadmin.changePassword',
    'upi.import',
    'upi.verify',
    'users.erase',
    'users.export',
    'wallet.addCoins',
    'withdrawals.approve',
    'withdrawals.export',
    'withdrawals.refuse',
  ])
})
