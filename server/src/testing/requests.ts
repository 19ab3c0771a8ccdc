import { api } from '@kirana/contract'
import fc from 'fast-check'
import { type Operation, openApi } from '../http/reference/openapi.ts'

type Json = { [key: string]: unknown }
/** A generated request: the role it is sent as, and its raw content. */
export type GeneratedRequest = {
  who: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: Buffer
}

const operations = Object.entries(openApi(api).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase() as GeneratedRequest['method'],
    operation,
  })),
)

/** Texts that often break programs. */
const nasty = [
  ['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', 'e\u0301', '\ufeff', '%', '_%\\', "' OR 1=1 --"],
  ['../../etc/passwd', '%00', '%c0%af', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', '=1+1', '[]', '{}'],
  ['null', 'NaN', 'Infinity', '-0', '-1', '0x10', '1e400', '1e-7', '2147483648', '9223372036854775808'],
  ['9'.repeat(400), 'x'.repeat(501), 'अ'.repeat(5_001), '𝒳'.repeat(90), 'x'.repeat(60_000)],
  ['__proto__', 'constructor', 'toString', 'true', 'All Orders', '2026-02-30', '+275760-09-13', '0000-01-01'],
  ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF', '6f1e2c3a.webp'],
]
const text = fc.oneof(
  fc.constantFrom(...nasty.flat()),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 120 }),
)
const extremes = [
  -1,
  -0,
  0,
  1.005,
  0.1,
  1e-7,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
]
const number = fc.oneof(
  fc.constantFrom(...extremes),
  fc.integer({ min: -5, max: 200_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const anything = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constantFrom<unknown>(null, [], {}, [null], [[[]]], { $ne: null }, { toString: 1 }, { length: 1e9 }),
  fc.array(text, { maxLength: 4 }),
  fc.array(fc.constant('x'), { minLength: 300, maxLength: 2_000 }),
)

/** A value that mostly fits a schema of the contract, with occasional mismatches anywhere in it. */
function like(schema: Json, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const often = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: fitting, weight: 5 }, { arbitrary: anything, weight: 1 })
  const anyOf = schema['anyOf'] as Json[] | undefined
  if (anyOf) return fc.oneof(...anyOf.map((one) => like(one, ids)))
  const choices = schema['enum'] as unknown[] | undefined
  if (choices) return often(fc.constantFrom(...choices))
  if (schema['type'] === 'array') return often(fc.array(like(schema['items'] as Json, ids), { maxLength: 4 }))
  if (schema['type'] === 'boolean') return often(fc.boolean())
  if (schema['type'] === 'number' || schema['type'] === 'integer')
    return often(fc.oneof(fc.integer({ min: 1, max: 500 }), number))
  if (schema['type'] !== 'object') return often(fc.oneof(ids, text))
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const model = Object.fromEntries(properties.map(([name, one]) => [name, like(one, ids)]))
  const whole = fc.record(model)
  const partly = fc.record(model, { requiredKeys: [] })
  const polluted = fc
    .tuple(whole, fc.constantFrom('__proto__', 'constructor', 'toString', 'then', 'toJSON'), anything)
    .map(([value, name, more]) => Object.defineProperty(value, name, { value: more, enumerable: true }))
  return often(fc.oneof({ arbitrary: whole, weight: 6 }, partly, polluted))
}

const encoded = (value: string) => {
  try {
    return encodeURIComponent(value)
  } catch {
    return '%ED%A0%80'
  }
}
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const inAddress = (value: unknown) => encoded(asText(value)).slice(0, 8_000)

const queryOf = (operation: Operation, ids: fc.Arbitrary<string>) => {
  const known = operation.parameters.filter((one) => one.in === 'query')
  const model = Object.fromEntries(known.map(({ name, schema }) => [name, like(schema as Json, ids)]))
  const fitting = fc.record(model, { requiredKeys: [] }).map((query) =>
    Object.entries(query)
      .map(([name, value]) => `${name}=${inAddress(value)}`)
      .join('&'),
  )
  const names = fc.constantFrom('a', ...known.map(({ name }) => name))
  const broken = fc
    .tuple(names, fc.constantFrom('=%', '[$ne]=1', '[]=1', '=%00', '=%ff', '=1&'.repeat(500)))
    .map(([name, rest]) => `${name}${rest}&${name}=2`)
  return fc.oneof({ arbitrary: fitting, weight: 6 }, broken)
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const rawBody = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '"x"', '1e999', '{"a":1}}', '\ufeff{}', '{"__proto__":{"a":1}}'),
  fc.constantFrom(nested(100), nested(40_000), `{"name":${nested(20_000)}}`, '{"a":'.repeat(9_000)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
)
const otherTypes = [
  ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'application/xml'],
  ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=b', 'x', '/', ''],
]
const otherType = fc.constantFrom(...otherTypes.flat())
type Body = { type: string; payload: Buffer }

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const fileBytes = fc.oneof(
  fc.constantFrom<Buffer[]>(png, png.subarray(0, 40), Buffer.from('%PDF-1.7\n%%EOF\n'), Buffer.alloc(0)),
  fc.constantFrom('<svg onload="x"/>', 'Title,Price\n"a', 'PK\x03\x04').map((one) => Buffer.from(one)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

/** A multipart form with unescaped field names. */
function formBody(fields: object, field: string, files: readonly Buffer[]): Body {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`),
  )
  const bytes = files.map((file) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${field}"; filename="f"\r\n\r\n`),
      file,
      Buffer.from('\r\n'),
    ]),
  )
  const payload = Buffer.concat([...parts, ...bytes, Buffer.from('--b--\r\n')])
  return { type: 'multipart/form-data; boundary=b', payload }
}

function bodyOf({ requestBody }: Operation, ids: fc.Arbitrary<string>): fc.Arbitrary<Body | null> {
  const raw = fc
    .tuple(rawBody, fc.oneof(fc.constant('application/json'), otherType))
    .map(([body, type]) => ({ type, payload: Buffer.from(body) }))
  if (!requestBody) return fc.oneof({ arbitrary: fc.constant(null), weight: 8 }, raw)
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content)
  if (type === 'application/json') {
    const json = like(schema, ids).map((value) => ({
      type,
      payload: Buffer.from(JSON.stringify(value) ?? ''),
    }))
    return fc.oneof({ arbitrary: json, weight: 8 }, raw)
  }
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const fields = Object.entries(properties).filter(([, one]) => one['type'] !== 'array')
  const [field = ''] = Object.entries(properties).find(([, one]) => one['type'] === 'array') ?? []
  const model = Object.fromEntries(fields.map(([name, one]) => [name, like(one, ids)]))
  const form = fc
    .tuple(
      fc.record(model),
      fc.constantFrom(field, field, field, 'other', ''),
      fc.array(fileBytes, { maxLength: 7 }),
    )
    .map(([filled, name, files]) => formBody(filled, name, files))
  return fc.oneof({ arbitrary: form, weight: 6 }, raw)
}

/** A header that is usually absent. */
const header = (name: string, ...values: string[]) =>
  fc
    .oneof({ arbitrary: fc.constant(null), weight: 40 }, fc.constantFrom(...values))
    .map((value) => (value === null ? [] : [[name, value] as const]))
const oddHeaders = fc
  .tuple(
    header('idempotency-key', 'once', '', 'k'.repeat(201), 'k'.repeat(200), "'\\"),
    header('authorization', 'Bearer', 'Bearer x', `Bearer ${'x'.repeat(200)}`, 'Basic Og=='),
    header('cookie', 'kirana_staff=%', 'kirana_staff="', '=;;', `kirana_superadmin=${'x'.repeat(5_000)}`),
    header('accept-encoding', 'br;q=x', '*', 'gzip, br'),
    header('origin', 'null', 'https://elsewhere.example'),
    header('sec-fetch-site', 'cross-site', 'x'),
    header('content-length', '0', '1', '99999999'),
    header('x-kirana-person', '', '-1', 'x'.repeat(5_000)),
    header('last-event-id', '-1', '9'.repeat(40), 'x'),
  )
  .map((all) => Object.fromEntries(all.flat()))

/** Requests to every call of the contract, from nearly valid to entirely malformed; `known` are existing ids. */
export function requests(known: readonly string[]): fc.Arbitrary<GeneratedRequest> {
  const ids = fc.constantFrom(...known)
  const made = operations.map(({ path, method, operation }) => {
    const fitting = operation.parameters
      .filter((one) => one.in === 'path')
      .map(({ name, schema }) => like(schema as Json, ids).map((value) => [name, inAddress(value)] as const))
    // An accepted stream would never end.
    const callers = operation.operationId === 'events.listen' ? ['public'] : operation['x-access'].split(', ')
    const who = fc.oneof(
      { arbitrary: fc.constantFrom(...callers), weight: 15 },
      fc.constantFrom('public', ...(operation.operationId === 'events.listen' ? [] : ['staff', 'customer'])),
    )
    return fc
      .tuple(fc.tuple(...fitting), queryOf(operation, ids), bodyOf(operation, ids), who, oddHeaders)
      .map(([inPath, query, body, who, odd]): GeneratedRequest => {
        const filled = inPath.reduce((url, [name, value]) => url.replace(`{${name}}`, () => value), path)
        return {
          who,
          method,
          url: `/api/v1${filled}${query ? `?${query}` : ''}`,
          headers: { ...(body && { 'content-type': body.type }), ...odd },
          ...(body && { payload: body.payload }),
        }
      })
  })
  return fc.oneof(...made)
}
