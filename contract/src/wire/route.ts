import type { Need } from '@kirana/domain/permissions'
import type { Role } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

export type { Role } from '@kirana/domain/vocabulary'

/** The files a call accepts. `kind` decides the allowed sizes (file-limits.ts) and formats. */
export type FileRule = {
  /** The multipart field that carries the files. */
  field: string
  kind: 'image' | 'document' | 'csv'
  max: number
  tooMany: string
  /** The message when no file was sent; without it, files are optional. */
  required?: string
  /** The call also takes its body as JSON, without files. */
  orJson?: true
}

/** One call of the API: method and path, who may make it, request and response. */
export type Route = {
  /** The roles allowed to make the call. A `public` call still identifies a caller who sends a valid bearer token. */
  access: 'public' | Role | readonly Role[]
  /** The permission that staff need for it; only calls of staff have one. */
  can?: Need
  /**
   * Callers with a second factor must have given it in the last five minutes, because the call moves money or cannot be
   * undone. `query`: applies only to calls that send this query parameter. `body`: only to calls whose body has the value
   * `is` there.
   */
  fresh?: true | { query: string } | { body: string; is: string }
  /** Open to staff whose role requires a second factor that they have not set up yet. */
  beforeEnrolment?: true
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under /api/v1, parameters as `:name`. */
  path: `/${string}`
  /** One line for the API reference. */
  summary: string
  /** Changes data: runs in a transaction, writes an audit row, rejects cross-site requests. */
  writes: boolean
  /**
   * A read that a replica may answer. Its data includes everything that the caller has written or received as an event;
   * other changes may be missing for up to 5 seconds. The handler may run twice, so it must not change anything.
   */
  replica?: true
  /** The kind of response: `{ data, message }`, a file's bytes, or a stream of events. */
  answers: 'json' | 'bytes' | 'events'
  params?: Schema
  query?: Schema
  body?: Schema
  files?: FileRule
  /** Requires an `Idempotency-Key` header. The other calls of `takesKey` honour the header if it is sent. */
  keyRequired?: boolean
  /** The request or the response contains a secret: nothing of the call is stored, so it honours no idempotency key. */
  isSecret?: true
  /** The call is rate limited and may answer 429, as any public call that writes may. */
  throttled?: boolean
  /**
   * The caller signs the bytes of its body instead of signing in: the handler gets them as `raw` and checks the signature.
   * Its origin is not checked, because cookies are ignored.
   */
  isSigned?: boolean
  /**
   * The call may have to wait for a second person: then the answer is 202 with `{ approvalId }`, and nothing has
   * happened yet.
   */
  awaits?: boolean
  /** `data` has at most the newest 500 rows; `total` counts all rows. */
  counts?: true
  /** The schema of `data` in the response. */
  data: Schema
  /** The schema of `data` in an error response, by error code; other errors carry no data. */
  refusals?: Record<string, { status: 409 | 422; data: Schema }>
  /** The `message` of the response, shown to the user as it is. */
  message: string
}

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Side extends 'wire' | 'inside',
> = R[K] extends Schema ? { [P in K]: Side extends 'wire' ? z.input<R[K]> : z.output<R[K]> } : unknown

/** The request as a client sends it: wire names, rupees. */
export type Sent<R extends Route> = Part<R, 'params', 'wire'> &
  Part<R, 'query', 'wire'> &
  Part<R, 'body', 'wire'> &
  (R['files'] extends FileRule ? { files?: readonly File[] } : unknown)
/** The request as a handler receives it after validation: code names, paise. */
export type Received<R extends Route> = Part<R, 'params', 'inside'> &
  Part<R, 'query', 'inside'> &
  Part<R, 'body', 'inside'>
/** What a handler returns: code names, paise. */
export type Returned<R extends Route> = z.output<R['data']>
/** The `data` of the response as a client receives it: wire names, rupees. */
export type Data<R extends Route> = z.input<R['data']>

/** The helpers below say who may make a call. Calls of staff name the permission that they need. */
type Access =
  | { access: 'public' | Exclude<Role, 'staff'>; can?: never }
  | { access: 'staff' | readonly Role[]; can: Need }

export const forAnyone = { access: 'public' } as const
export const forCustomer = { access: 'customer' } as const
export const forRider = { access: 'rider' } as const
export const forSuperadmin = { access: 'superadmin' } as const
export const forStaff = <const N extends Need>(can: N) => ({ access: 'staff', can }) as const
/** For staff with the permission, and for another role. */
export const forStaffAnd = <const R extends Exclude<Role, 'staff'>, const N extends Need>(role: R, can: N) =>
  ({ access: ['staff', role], can }) as const

type Path = Route['path']
type Defaults = { answers: 'json'; data: z.ZodMiniNull; message: 'OK' }
type Options = Omit<Route, keyof Defaults | 'access' | 'can' | 'method' | 'path' | 'summary' | 'writes'>
type ReadOptions = Options & { data: Schema; answers?: Route['answers'] }
/** `data` is null by default. */
type WriteOptions = Omit<Options, 'replica'> & { data?: Schema; message: string; replica?: never }
type WithDefaults<O> = Omit<O, keyof Defaults> & {
  [K in keyof Defaults]: K extends keyof O ? O[K] : Defaults[K]
}

const define =
  <const M extends Route['method'], const W extends boolean>(method: M, writes: W) =>
  <
    const A extends Access,
    const P extends Path,
    const O extends (W extends true ? WriteOptions : ReadOptions),
  >(
    access: A,
    path: P,
    summary: string,
    options: O,
  ) => {
    const defaults: Defaults = { answers: 'json', data: z.null(), message: 'OK' }
    const call = { ...defaults, ...options, ...access, method, path, summary, writes }
    return call as unknown as A & { method: M; path: P; summary: string; writes: W } & WithDefaults<O>
  }

export const get = define('GET', false)
export const post = define('POST', true)
export const put = define('PUT', true)
export const del = define('DELETE', true)
/** A specified GET that changes data. */
export const writingGet = define('GET', true)
/** A POST that only reads: its input is too long for a URL. */
export const readingPost = define('POST', false)

/** A file's bytes: the `data` schema of a response that is not JSON. */
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** A GET whose response is a file. */
export const download = <const A extends Access, const P extends Path, const O extends Options>(
  access: A,
  path: P,
  summary: string,
  options: O,
) => get(access, path, summary, { ...options, answers: 'bytes', data: bytes })

/** The calls of one entity by name. */
export type Group = Record<string, Route>

/** The names of all calls of an API: `'coupons.add'`. */
export type NameIn<A extends Record<string, Group>> = {
  [G in keyof A & string]: `${G}.${keyof A[G] & string}`
}[keyof A & string]

/** The names of the calls of an API that change data. */
export type WriteNameIn<A extends Record<string, Group>> = {
  [G in keyof A & string]: {
    [C in keyof A[G] & string]: A[G][C] extends { writes: true } ? `${G}.${C}` : never
  }[keyof A[G] & string]
}[keyof A & string]

/** All calls of an API as a flat list. */
export const callsOf = (api: Record<string, Group>) =>
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls).map(([verb, route]) => ({ name: `${group}.${verb}`, group, verb, route })),
  )
