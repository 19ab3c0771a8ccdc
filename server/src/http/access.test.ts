import { api, callsOf } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import type { Role, Route } from '@kirana/contract/wire/route'
import { roles } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '../request/sessions.ts'
import { staff, superadmins } from '../tables/people.ts'
import { riders } from '../tables/riders.ts'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

const calls = callsOf(api)
const nobody = '01a1fd41-f2a3-769d-9900-17803f8126b3'

type Caller = { role: Role | null; headers: Record<string, string> }
const callers: Record<string, Caller> = { anonymous: { role: null, headers: {} } }

const cookie = (name: string, token: string) => ({ ...ownPage, cookie: `${name}=${token}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

beforeAll(async () => {
  const { db, signIn, context } = t
  // All have the same id, so only the role of a session distinguishes them.
  const { id } = await make.aCustomer()
  await db.insert(staff).values({ id, name: 'Same', username: 'same', passwordHash: 'x' })
  await db.insert(superadmins).values({ id, username: 'same', passwordHash: 'x' })
  await db.insert(riders).values({ id, name: 'Same', phone: '+919800000077', cashLimit: 0 })
  const headersOf: Record<Role, (token: string) => Record<string, string>> = {
    staff: (token) => cookie('kirana_staff', token),
    superadmin: (token) => cookie('kirana_superadmin', token),
    customer: bearer,
    rider: (token) => cookie('kirana_rider', token),
  }
  const long = new Date(context.now().getTime() - 200 * 24 * 3_600_000)
  for (const role of roles) {
    const token = await startSession(db, role, id, context.now())
    for (const as of roles)
      callers[as === role ? role : `${role} as ${as}`] = {
        role: as === role ? role : null,
        headers: headersOf[as](token),
      }
    const expired = headersOf[role](await startSession(db, role, id, long))
    callers[`expired ${role}`] = { role: null, headers: expired }
    callers[`unknown ${role}`] = { role: null, headers: headersOf[role]('x'.repeat(43)) }
  }
  const disabled = await signIn.staff('disabled')
  await db.execute(sql`UPDATE staff SET is_active = false WHERE id = ${disabled.id}`)
  const [rider] = await db
    .insert(riders)
    .values({ name: 'Disabled', phone: '+919800000078', cashLimit: 0, isActive: false })
    .returning({ id: riders.id })
  const ended = await startSession(db, 'rider', rider?.id ?? '', context.now())
  callers['disabled rider'] = { role: null, headers: headersOf.rider(ended) }
  callers['disabled staff'] = { role: null, headers: { ...ownPage, ...disabled.headers } }
})

/** Makes a call with unknown ids and an empty body, since only access matters here. */
async function statusOf(route: Route, headers: Record<string, string>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => (name === 'page' ? '1' : nobody))
  const hasBody = route.method !== 'GET'
  const answer = await t.app.inject({
    method: route.method,
    url: `/api/v1${path}`,
    headers,
    payloadAsStream: true,
    ...(hasBody ? { payload: {} } : {}),
  })
  answer.stream().destroy()
  return answer.statusCode
}

const allowed = ({ access }: Route, role: Role | null) =>
  access === 'public' || (role !== null && (typeof access === 'string' ? [access] : access).includes(role))

/** Calls that end the caller's session; they are tested last, each with its own session. */
const ends = (name: string) => /logout|^storeSession\.signOut/.test(name)

/** All registered routes with their methods: '/api/v1/staff/get GET'. */
function addresses() {
  const branches: string[] = []
  const lines = t.app.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S*) \(([A-Z, ]+)\)$/.exec(line) ?? []
    branches.splice(indent.length / 4, Infinity, part)
    return methods.split(', ').map((method) => `${branches.join('')} ${method}`)
  })
}

const served = ({ method, path }: Route) => `/api/v1${path} ${method}`

test('serves only the calls of the contract and a few known routes', () => {
  const known = new Set(calls.map(({ route }) => served(route)))
  const isScreen = (address: string) => !/^\/(api|health|metrics|\.well-known)/.test(address)
  const others = addresses().filter((address) => !known.has(address) && !isScreen(address))
  expect(others.toSorted()).toEqual([
    '/.well-known/security.txt GET',
    '/api/docs GET',
    '/api/openapi.json GET',
    // The two GETs that change data reject HEAD.
    '/api/v1/payment/change/delivary/status/:orderId/:status HEAD',
    '/api/v1/product/section/add/:name HEAD',
    '/health/live GET',
    '/health/ready GET',
    '/metrics GET',
  ])
  const there = new Set(addresses())
  expect(calls.filter(({ route }) => !there.has(served(route)))).toEqual([])
})

/** Calls that are not for staff only. Listed here, so that a mistake in the contract cannot open another one. */
const known = {
  public: [
    'files.get',
    // Signed calls are tested in `payments.test.ts`.
    'payments.razorpay',
    'rider.login',
    'rider.sendCode',
    'staff.login',
    'staffSecurity.signIn',
    'staffSecurity.signInPasskey',
    'storeCatalogue.get',
    'storeCompany.get',
    'storeContact.add',
    'storeCoupons.list',
    'storeOrders.quote',
    'storeProducts.get',
    'storeProducts.list',
    'storeRelease.get',
    'storeSession.sendCode',
    'storeSession.signIn',
    'superadmin.login',
    'superadminSecurity.signIn',
    'superadminSecurity.signInPasskey',
  ],
  customer: [
    'storeClaims.add',
    'storeClaims.list',
    'invoices.challan',
    'invoices.creditNote',
    'invoices.get',
    'storeManualOrders.add',
    'storeMe.edit',
    'storeMe.get',
    'storeOrders.cancel',
    'storeOrders.get',
    'storeOrders.list',
    'storeOrders.place',
    'storePayments.checkout',
    'storeProducts.rate',
    'storeSession.signOut',
    'storeWallet.get',
    'storeWallet.withdraw',
    'storeWallet.withdrawals',
  ],
  rider: ['rider.deliver', 'rider.fail', 'rider.logout', 'rider.me', 'rider.start'],
  superadmin: [
    'audit.choices',
    'audit.export',
    'audit.list',
    'cash.surplus',
    'cash.writeOff',
    'codes.list',
    'codes.test',
    'company.edit',
    'company.get',
    'pick.override',
    'releases.add',
    'releases.edit',
    'releases.list',
    'releases.remove',
    'roles.add',
    'roles.edit',
    'roles.list',
    'roles.remove',
    'setup.hideForSuperadmin',
    'setup.superadmin',
    'staff.add',
    'staff.edit',
    'staff.list',
    'staff.resetPassword',
    'staff.resetSecondFactor',
    'superadmin.changePassword',
    'superadmin.get',
    'superadmin.logout',
    'superadminSecurity.addPasskey',
    'superadminSecurity.addTotp',
    'superadminSecurity.confirm',
    'superadminSecurity.get',
    'superadminSecurity.newRecoveryCodes',
    'superadminSecurity.passkey',
    'superadminSecurity.removeFactor',
    'superadminSecurity.signOut',
    'superadminSecurity.signOutOthers',
    'superadminSecurity.startPasskey',
    'superadminSecurity.startTotp',
  ],
  /** Calls of both staff and the superadmin. */
  office: [
    'approvals.approve',
    'approvals.list',
    'approvals.refuse',
    'approvals.rules',
    'audit.of',
    'cash.day',
    'cash.entries',
    'cash.get',
    'events.listen',
    'gst.month',
    'gst.setFiled',
    'reports.claims',
    'reports.dayBook',
    'reports.export',
    'reports.exportClaims',
    'reports.exportDayBook',
    'reports.exportMargin',
    'reports.exportRiders',
    'reports.exportStockValue',
    'reports.get',
    'reports.margin',
    'reports.riders',
    'reports.stockValue',
    'reports.today',
  ],
}

test('opens only these calls to the public, to customers, to riders or to the superadmin', () => {
  const openTo = (role: Role | null) =>
    calls.filter(({ route }) => allowed(route, role)).map(({ name }) => name)
  expect(openTo(null).toSorted()).toEqual(known.public)
  expect(openTo('customer').toSorted()).toEqual([...known.public, ...known.customer].toSorted())
  expect(openTo('rider').toSorted()).toEqual([...known.public, ...known.rider].toSorted())
  expect(openTo('superadmin').toSorted()).toEqual(
    [...known.public, ...known.superadmin, ...known.office].toSorted(),
  )
  const forStaff = new Set(openTo('staff'))
  expect([...known.superadmin, ...known.rider].filter((name) => forStaff.has(name))).toEqual([])
})

test('lets only the roles named in the contract make each call', async () => {
  expect(Object.keys(callers)).toHaveLength(27)
  const unexpected: string[] = []
  const inOrder = calls.toSorted((a, b) => Number(ends(a.name)) - Number(ends(b.name)))
  for (const { name, route } of inOrder) {
    for (const [who, { role, headers }] of Object.entries(callers)) {
      const status = await statusOf(route, headers)
      // Without a pending sign-in, the second step answers 401 to every caller.
      const isStep = /\.signIn(Passkey)?$/.test(name) && name !== 'storeSession.signIn'
      const isIn = (isStep ? status === 401 || status === 400 : status !== 401) && status !== 403
      if (isIn !== allowed(route, role) || status >= 500) unexpected.push(`${name} as ${who}: ${status}`)
    }
  }
  expect(unexpected).toEqual([])
  // Thousands of calls.
}, 300_000)

test('identifies the caller of a public call by a valid token, and ignores an invalid one', async () => {
  const customer = await make.aCustomer()
  const { name: coupon } = await make.aCoupon()
  const rice = await make.aProduct()
  await make.anOrder({ customer, coupon, items: [rice.item()] })
  const body = { items: [rice.item()], coupon, pincode: '400001' }
  const notes = async (headers: Record<string, string>) =>
    (await t.call(api.storeOrders.quote, { body }, { headers })).data.notes
  expect(await notes(customer.headers)).toEqual(['You have already used this coupon'])
  expect(await notes(bearer('y'.repeat(43)))).toEqual([])
  expect(await notes({ authorization: 'Basic abc' })).toEqual([])
})

test('takes the client address from the proxy, not from a header sent by the client', async () => {
  const { app, close } = await testApp({ database: t.database, config: { trustProxy: 'on' } })
  const metrics = async (forwarded: string) =>
    (await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': forwarded } })).statusCode
  expect(await metrics('127.0.0.1')).toBe(200)
  expect(await metrics('127.0.0.1, 203.0.113.9')).toBe(404)
  await close()
})
