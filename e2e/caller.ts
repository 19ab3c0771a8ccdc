import { randomUUID } from 'node:crypto'
import type { Data, Route, Sent } from '@kirana/contract'

type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
}

export type Call = <R extends Route>(route: R, sent: Sent<R>) => Promise<Data<R>>

/** A call that the server refused. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
  }
}

function addressOf(origin: string, path: string, { params = {}, query = {} }: Loose) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const url = new URL(`${origin}/api/v1${filled}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url
}

function formOf(field: string, files: readonly File[], body: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  for (const file of files) form.append(field, file)
  return form
}

/** One call as a program makes it, with the answer's headers. @throws Refused */
export async function request<R extends Route>(
  origin: string,
  route: R,
  sent: Sent<R>,
  headers: Record<string, string> = {},
) {
  const { body, files } = sent as Loose
  const form = route.files && formOf(route.files.field, files ?? [], body ?? {})
  const isJson = body !== undefined && !form
  const answer = await fetch(addressOf(origin, route.path, sent as Loose), {
    method: route.method,
    headers: {
      ...headers,
      ...(route.keyRequired && { 'idempotency-key': randomUUID() }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(isJson && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  })
  const { data, message } = (await answer.json()) as { data: Data<R>; message: string }
  if (!answer.ok) throw new Refused(answer.status, message)
  return { data, headers: answer.headers }
}

/** Calls under the given headers: a cookie or a bearer token. */
export const caller =
  (origin: string, headers: Record<string, string> = {}): Call =>
  async (route, sent) =>
    (await request(origin, route, sent, headers)).data
