import { Waiting } from '@kirana/contract/approvals'
import { WAITING } from '@kirana/domain/approval'
import * as contract from '@kirana/contract'
import { callsOf, type Group, type Route } from '@kirana/contract'
import { namedIn, needsAll } from '@kirana/domain/permissions'
import { takesKey } from '@kirana/contract/wire/request'
import * as z from 'zod/mini'

/** A JSON schema or another part of the document. */
type Json = { [key: string]: unknown }
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: unknown }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  /** The roles that may make the call, separated by commas. */
  'x-access': string
  /** The permission that staff need; missing if every signed-in member of staff may make the call. */
  'x-permission'?: string
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, Json>
}

/** The id of the person who must be signed in; any other value is 401. */
const PERSON = 'X-Kirana-Person'

const evidence = 'A program sends X-Requested-With: kirana beside it with every call that changes data'

const securitySchemes = {
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kirana_staff',
    description: `__Host-kirana_staff over HTTPS. ${evidence}`,
  },
  superadmin: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kirana_superadmin',
    description: `__Host-kirana_superadmin over HTTPS. ${evidence}`,
  },
  rider: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kirana_rider',
    description: `__Host-kirana_rider over HTTPS. ${evidence}`,
  },
  customer: { type: 'http', scheme: 'bearer', description: 'The token of POST /store/session' },
}

const refusals = {
  400: ['Malformed', 'What was sent is not valid; the message is that of the first broken rule'],
  401: ['SignedOut', 'The caller is not signed in, or the session has ended'],
  403: ['Forbidden', 'The role of the caller may not make this call, or a page of another site has sent it'],
  404: ['NotFound', 'The object does not exist'],
  409: ['Conflict', 'The call conflicts with the current state'],
  413: ['TooLarge', 'What was sent is too large'],
  415: ['MediaType', 'A file does not have its declared type, or the body has another media type'],
  422: ['HttpError', 'A rule of the store does not allow it'],
  429: ['SlowDown', 'Too many attempts; Retry-After says when to try again'],
  503: ['Busy', 'The server or its storage is busy or unavailable; Retry-After says when to try again'],
} as const

const reference = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` })

const failure = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'Readable by the person at the screen' },
    code: { type: 'string', description: 'Stable, for programs' },
  },
  required: ['message', 'code'],
}

/**
 * Converts the schemas of bodies and responses to JSON Schema, in their wire form. Schemas that the contract exports by
 * name are put into `components`.
 * @throws Error for a schema without a wire form, so that nothing is described as 'anything'
 */
function describer() {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(contract))
    if (schema instanceof z.core.$ZodType) registry.add(schema, { id })
  const schemas: Record<string, Json> = { Failure: failure }

  const lifted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lifted)
    if (typeof value !== 'object' || value === null) return value
    const { $defs = {}, ...rest } = value as { $defs?: Record<string, Json> }
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) {
      if (name in schemas) continue
      // Registered before it is converted, so that a schema may reference itself.
      schemas[name] = {}
      schemas[name] = lifted(definition) as Json
    }
    const entries = Object.entries(rest).map(([key, inner]) => {
      const isReference = key === '$ref' && typeof inner === 'string'
      return [key, isReference ? inner.replace('#/$defs/', '#/components/schemas/') : lifted(inner)]
    })
    return Object.fromEntries(entries)
  }

  const describe = (schema: z.core.$ZodType): Json => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io: 'input',
      metadata: registry,
      override: ({ jsonSchema }) => {
        // Omits bounds of safe integers, which JSON readers assume.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      },
    })
    return lifted(json) as Json
  }
  return { describe, schemas }
}

type Describe = ReturnType<typeof describer>['describe']

const propertiesOf = (json: Json) => ({
  properties: (json.properties ?? {}) as Record<string, Json>,
  required: (json.required ?? []) as string[],
})

function parametersOf(route: Route, describe: Describe): Parameter[] {
  const inAddress = (['params', 'query'] as const).flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const { properties, required } = propertiesOf(describe(schema))
    return Object.entries(properties).map(([name, json]) => ({
      name,
      in: part === 'params' ? ('path' as const) : part,
      required: part === 'params' || required.includes(name),
      schema: json,
    }))
  })
  const header = (name: string, required: boolean): Parameter => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string' },
  })
  return [
    ...inAddress,
    ...(route.writes && takesKey(route) ? [header('Idempotency-Key', route.keyRequired === true)] : []),
    ...(route.access === 'public' ? [] : [header(PERSON, false)]),
    ...(route.answers === 'events' ? [header('Last-Event-ID', false)] : []),
    ...(route.replica ? [header('X-Kirana-Position', false)] : []),
  ]
}

function requestBodyOf({ body, files }: Route, describe: Describe): Operation['requestBody'] {
  const json = body && describe(body)
  if (!files) return json && { required: true, content: { 'application/json': { schema: json } } }
  const { properties, required } = propertiesOf(json ?? {})
  const parts = {
    type: 'array',
    items: { type: 'string', format: 'binary' },
    maxItems: files.max,
    ...(files.required && { minItems: 1 }),
  }
  const schema = {
    type: 'object',
    properties: { ...properties, [files.field]: parts },
    required: [...required, ...(files.required ? [files.field] : [])],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function successOf(route: Route, describe: Describe): Json {
  if (route.answers === 'bytes') {
    return { description: 'The bytes', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  }
  if (route.answers === 'events') {
    const schema = describe(route.data)
    return { description: 'The `data` of each event', content: { 'text/event-stream': { schema } } }
  }
  return dataWith(describe(route.data), route.message, route.counts)
}

function dataWith(data: Json, message: string, counts = false): Json {
  const properties = {
    data,
    ...(counts && { total: { type: 'integer' } }),
    message: { type: 'string', examples: [message] },
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return { description: message, content: { 'application/json': { schema } } }
}

/** Errors with `data`, by status; other errors of that status have the common shape. */
function refusalsWithData(route: Route, describe: Describe): Record<number, Json> {
  const carrying = Object.entries(route.refusals ?? {})
  return Object.fromEntries(
    [...new Set(carrying.map(([, { status }]) => status))].map((status) => {
      const bodies = carrying
        .filter(([, refusal]) => refusal.status === status)
        .map(([code, { data }]) => ({
          type: 'object',
          properties: { message: { type: 'string' }, code: { const: code }, data: describe(data) },
          required: ['message', 'code', 'data'],
        }))
      const schema = { anyOf: [...bodies, reference('schemas', 'Failure')] }
      return [status, { description: refusals[status][1], content: { 'application/json': { schema } } }]
    }),
  )
}

/** What staff need for a call, in words: 'dispatch, payments' is one of them, 'orders.write and claims' both. */
function permissionOf(need: Route['can']): Pick<Operation, 'x-permission'> {
  if (need === undefined || need === 'everybody') return {}
  return { 'x-permission': namedIn(need).join(needsAll(need) ? ' and ' : ', ') }
}

function operationOf(call: { name: string; group: string; route: Route }, describe: Describe): Operation {
  const { route } = call
  const who = typeof route.access === 'string' ? [route.access] : route.access
  const isPublic = who.includes('public' as never)
  const parameters = parametersOf(route, describe)
  const requestBody = requestBodyOf(route, describe)
  const possible: (keyof typeof refusals)[] = [
    ...(parameters.some(({ name }) => name !== PERSON) || requestBody ? ([400] as const) : []),
    ...(isPublic ? [] : ([401] as const)),
    ...(route.writes || !isPublic ? ([403] as const) : []),
    ...(route.params || route.body ? ([404] as const) : []),
    ...(route.writes ? ([409, 422] as const) : []),
    ...(requestBody ? ([413, 415] as const) : []),
    ...(route.throttled || (route.writes && (isPublic || (who.includes('customer') && route.files)))
      ? ([429] as const)
      : []),
    503,
  ]
  return {
    operationId: call.name,
    tags: [call.group],
    summary: route.summary,
    'x-access': who.join(', '),
    ...permissionOf(route.can),
    security: isPublic ? [] : who.map((role) => ({ [role]: [] })),
    parameters,
    ...(requestBody && { requestBody }),
    responses: {
      200: successOf(route, describe),
      ...(route.awaits && { 202: dataWith(describe(Waiting), WAITING) }),
      ...Object.fromEntries(possible.map((code) => [code, reference('responses', refusals[code][0])])),
      ...refusalsWithData(route, describe),
    },
  }
}

/** The whole API as an OpenAPI 3.1 document, generated from the contract. Paths are relative to /api/v1. */
export function openApi(api: Record<string, Group>) {
  const { describe, schemas } = describer()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of callsOf(api)) {
    const path = call.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.route.method.toLowerCase()]: operationOf(call, describe) }
  }
  const responses = Object.fromEntries(
    Object.values(refusals).map(([name, description]) => [
      name,
      { description, content: { 'application/json': { schema: reference('schemas', 'Failure') } } },
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kirana',
      version: '1',
      description: 'The back office of a grocery delivery service, and the API of its shop.',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: { schemas, responses, securitySchemes },
  }
}
