import type { Route, Sent } from './route.ts'

/** A call as HTTP sends it. `url` is a path with its query: the caller puts the server's origin before it. */
export type HttpRequest = {
  method: Route['method']
  url: string
  headers: Record<string, string>
  /** JSON, or a form where the call takes files. */
  body?: string | FormData
}

/** The parts of `Sent` for a call that is not known at compile time. */
export type AnySent = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  files?: readonly File[]
}

/** Path and query of a call: parameters are encoded, query fields without a value are left out. */
export function urlOf(path: string, { params = {}, query = {} }: Pick<AnySent, 'params' | 'query'> = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const asked = search.toString()
  return `/api/v1${filled}${asked && `?${asked}`}`
}

/** Fields stand before files: the server validates them before it accepts a file. */
function formOf(field: string, body: object, files: readonly File[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined && value !== null) form.append(name, String(value))
  for (const file of files) form.append(field, file)
  return form
}

/** An idempotency key. `crypto.randomUUID` is missing on plain HTTP, where a store's own network may run. */
export const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Header with the id of the person who made a call that was sent later. If the session belongs to another person, the
 * server refuses the call with 401 and the code `OTHER_PERSON`.
 */
export const PERSON_HEADER = 'x-kirana-person'
export const OTHER_PERSON = 'other-person'

/**
 * Whether the call honours an idempotency key: a POST, or a specified GET that writes, because repeating a PUT or
 * DELETE changes nothing more. Public calls honour none: they have no caller to scope the key to. Neither do calls with
 * a secret, because responses are stored by their key.
 */
export const takesKey = ({
  access,
  method,
  writes,
  isSecret,
}: Pick<Route, 'access' | 'method' | 'writes' | 'isSecret'>) =>
  access !== 'public' && !isSecret && (method === 'POST' || (method === 'GET' && writes))

/**
 * Turns a call and its values into an HTTP request. The caller adds the credentials. A call that requires an
 * idempotency key gets a fresh one unless `key` names one; null sends none. `person`: only a session of the person with
 * this id may make the call.
 */
export function requestOf<R extends Route>(
  route: R,
  sent: Sent<R>,
  {
    key = route.keyRequired ? freshKey() : null,
    person,
  }: { key?: string | null | undefined; person?: string | undefined } = {},
): HttpRequest {
  const { body, files = [], ...address } = sent as AnySent
  const isJson = !route.files && body !== undefined
  return {
    method: route.method,
    url: urlOf(route.path, address),
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(key !== null && { 'idempotency-key': key }),
      ...(person !== undefined && { [PERSON_HEADER]: person }),
    },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(route.files && { body: formOf(route.files.field, body ?? {}, files) }),
  }
}
