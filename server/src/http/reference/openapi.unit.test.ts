import { api, callsOf } from '@kirana/contract'
import { namedIn } from '@kirana/domain/permissions'
import { expect, test } from 'vitest'
import { openApi, type Operation } from './openapi.ts'

const document = openApi(api)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every object of the document, with its path. */
function* nodes(value: unknown, at: string): Generator<{ at: string; node: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { at, node: value as Record<string, unknown> }
  for (const [key, inner] of Object.entries(value)) yield* nodes(inner, `${at}/${key}`)
}

const resolved = (reference: string) =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)

const operation = (name: string): Operation => {
  const found = operations.find((one) => one.operation.operationId === name)
  if (!found) throw new Error(`${name} is not described`)
  return found.operation
}

test('describes every call once, at its path', () => {
  expect(operations.map((one) => one.operation.operationId).toSorted()).toEqual(
    callsOf(api)
      .map((call) => call.name)
      .toSorted(),
  )
  for (const { name, route } of callsOf(api)) {
    const place = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(place?.operationId).toBe(name)
  }
})

test('has the parameters of the path, all required', () => {
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted(),
    )
    expect(inPath.every(({ required }) => required)).toBe(true)
  }
})

test('has no broken references and no unused components', () => {
  const references = [...nodes(document, '#')].flatMap(({ node }) =>
    typeof node.$ref === 'string' ? [node.$ref] : [],
  )
  expect(references.filter((reference) => resolved(reference) === undefined)).toEqual([])
  const used = new Set(references)
  const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect(names.filter((name) => !used.has(name))).toEqual([])
})

test('has no empty schemas', () => {
  const holders = /\/(schema|items|properties\/\w+|(anyOf|oneOf|allOf)\/\d+|components\/schemas\/\w+)$/
  const empty = [...nodes(document, '#')]
    .filter(({ at, node }) => holders.test(at) && Object.keys(node).length === 0)
    .map(({ at }) => at)
  expect(empty).toEqual([])
  expect(Object.values(document.components.schemas).every((schema) => Object.keys(schema).length > 0)).toBe(
    true,
  )
})

test('describes requests and responses as on the wire: specified spelling, rupees as numbers', () => {
  expect(document.components.schemas.Order).toMatchObject({
    type: 'object',
    properties: {
      _id: { type: 'string' },
      totalPrice: { type: 'number' },
      delivaryStatus: { enum: expect.arrayContaining(['Prepeared', 'Out for Delivary']) },
      products: { items: { $ref: '#/components/schemas/OrderLine' } },
    },
  })
  expect(operation('coupons.add').requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { couponName: { type: 'string' }, discountType: { enum: ['Percentage', 'Rupees'] } },
    required: expect.arrayContaining(['couponName', 'discount', 'discountType', 'days']),
  })
})

test('states the roles of every call', () => {
  expect(operation('pincodes.list').security).toEqual([{ staff: [] }])
  expect(operation('invoices.get').security).toEqual([{ staff: [] }, { customer: [] }])
  expect(operation('staff.login').security).toEqual([])
  const schemes = Object.keys(document.components.securitySchemes)
  const named = operations.flatMap((one) => one.operation.security.flatMap((needs) => Object.keys(needs)))
  expect([...new Set(named)].toSorted()).toEqual(schemes.toSorted())
})

test('describes files as multipart, and documents and events by their media types', () => {
  expect(operation('productImages.add').requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    properties: { productId: { type: 'string' }, productImg: { type: 'array', maxItems: 6, minItems: 1 } },
    required: ['productId', 'productImg'],
  })
  const approval = operation('withdrawals.approve').requestBody?.content['multipart/form-data']?.schema
  expect(approval).toMatchObject({ required: ['withdrawalId'] })
  expect(operation('files.get').responses[200]).toHaveProperty(['content', '*/*'])
  expect(operation('events.listen').responses[200]).toHaveProperty(['content', 'text/event-stream'])
})

test('describes X-Kirana-Person for the calls of signed-in callers', () => {
  const person = (call: string) => operation(call).parameters.find(({ name }) => name === 'X-Kirana-Person')
  expect(['rider.deliver', 'orders.changeStatus', 'rider.me'].map((call) => person(call)?.required)).toEqual([
    false,
    false,
    false,
  ])
  expect(person('rider.login')).toBeUndefined()
})

test('describes Idempotency-Key and error responses of the calls that have them', () => {
  const key = (call: string) =>
    operation(call).parameters.find(({ name }) => name === 'Idempotency-Key')?.required
  const calls = ['storeOrders.place', 'wallet.addCoins', 'pincodes.add', 'orders.changeStatus', 'staff.login']
  expect(calls.map(key)).toEqual([true, true, false, false, undefined])
  const slowed = operations.filter(({ operation: { responses } }) => 429 in responses)
  expect(slowed.map(({ operation: { operationId } }) => operationId)).toEqual(
    expect.arrayContaining(['staff.login', 'storeContact.add', 'storeManualOrders.add', 'storeOrders.place']),
  )
  expect(operations.every(({ operation: { responses } }) => 503 in responses)).toBe(true)
})

test('describes the data of an error response, besides errors of the same status without data', () => {
  const conflict = operation('storeOrders.place').responses[409]
  expect(conflict).toMatchObject({
    content: {
      'application/json': {
        schema: {
          anyOf: [
            {
              properties: { code: { const: 'total-changed' }, data: { $ref: '#/components/schemas/Quote' } },
              required: ['message', 'code', 'data'],
            },
            { $ref: '#/components/schemas/Failure' },
          ],
        },
      },
    },
  })
  const body = operation('storeOrders.place').requestBody?.content['application/json']?.schema
  expect(body).toMatchObject({ properties: { expectedTotal: {} } })
  expect(body?.['required']).not.toContain('expectedTotal')
})

test('says who may make a call, and the permission that staff need', () => {
  for (const { name, route } of callsOf(api)) {
    const { 'x-access': access, 'x-permission': permission } = operation(name)
    expect(access).toBe([route.access].flat().join(', '))
    expect(permission?.split(/, | and /) ?? []).toEqual(namedIn(route.can ?? 'everybody'))
  }
  expect(operation('users.export')['x-permission']).toContain('customers.write and orders.write')
  expect(operation('dispatch.label')['x-permission']).toBe('picking, dispatch')
  expect(operation('pincodes.add')).toMatchObject({ 'x-access': 'staff', 'x-permission': 'catalogue.write' })
})
