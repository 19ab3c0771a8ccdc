import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api, callsOf, type Route } from './index.ts'
import { additional, ownSecurity, specified } from './listed-calls.ts'

const ofRole = (role: string) => ownSecurity.trimStart().replaceAll('ROLE', role)
const others = additional + ofRole('staff') + ofRole('superadmin')
const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [access = '', method = '', path = '', ...fields] = line.split(/\s+/)
      return { access, method, path, fields, endpoint: `${method} ${path}` }
    })

const calls = callsOf(api)
const endpointOf = ({ method, path }: Route) => `${method} ${path.replace(/:\w+/g, '*')}`
const routeAt = (endpoint: string) => calls.find(({ route }) => endpointOf(route) === endpoint)?.route

/** The wire names of a schema's fields. */
const wireKeys = (schema: z.core.$ZodType | undefined) =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) : []

test.each([...rowsOf(specified), ...rowsOf(others)])(
  '$endpoint is for $access',
  ({ access, endpoint, fields }) => {
    const route = routeAt(endpoint)
    expect(route?.access).toEqual(access.includes(',') ? access.split(',') : access)
    const accepted = [
      ...wireKeys(route?.query),
      ...wireKeys(route?.body),
      ...(route?.files ? [`+${route.files.field}`] : []),
    ]
    expect(accepted).toEqual(expect.arrayContaining(fields))
  },
)

test('has the 73 calls of the specification, no unlisted ones, and no two with the same method and path', () => {
  expect(rowsOf(specified)).toHaveLength(73)
  const endpoints = calls.map(({ route }) => endpointOf(route))
  const listed = [...rowsOf(specified), ...rowsOf(others)].map(({ endpoint }) => endpoint)
  expect(endpoints.toSorted()).toEqual(listed.toSorted())
  expect(new Set(endpoints).size).toBe(endpoints.length)
})

test('declares every path parameter', () => {
  for (const { route } of calls) {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect([route.path, wireKeys(route.params)]).toEqual([route.path, inPath])
  }
})

const namesWhere = (isMeant: (route: Route) => boolean) =>
  calls.flatMap(({ name, route }) => (isMeant(route) ? [name] : [])).toSorted()

test('calls that write are the non-GET calls, with eight exceptions', () => {
  expect(namesWhere((route) => route.writes !== (route.method !== 'GET'))).toEqual([
    'orders.changeStatus',
    'productFiles.check',
    'productImages.find',
    'sections.add',
    'staffOrders.quote',
    'stockFiles.check',
    'storeOrders.quote',
    'storePayments.checkout',
    'upi.columns',
  ])
})

test('only placing an order, adding coins, receiving stock and writing it off require an Idempotency-Key', () => {
  const required = namesWhere((route) => route.keyRequired === true)
  expect(required).toEqual([
    'receipts.add',
    'staffOrders.place',
    'staffOrders.placeList',
    'stock.receive',
    'stock.writeOff',
    'stockFiles.import',
    'storeOrders.place',
    'wallet.addCoins',
  ])
})

test('a replica may answer reports, exports, the audit log and the catalogue', () => {
  expect(namesWhere((route) => route.replica === true)).toEqual([
    'audit.export',
    'audit.list',
    'gst.gstr1',
    'gst.register',
    'gst.tally',
    'gst.workbook',
    'orders.export',
    'productFiles.export',
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
    'stockFiles.export',
    'storeCatalogue.get',
    'storeProducts.get',
    'storeProducts.list',
    'withdrawals.export',
  ])
  expect(namesWhere((route) => route.replica === true && route.writes)).toEqual([])
})
