import type { Role } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

export type { Role } from '@kirana/domain/vocabulary'

/** What a call with files takes. Sizes and kinds follow from `kind` (server/src/http/uploads.ts). */
export type FileRule = {
  /** The multipart field that carries the files. */
  field: string
  kind: 'image' | 'document' | 'csv'
  max: number
  tooMany: string
  /** The message when no file came; without it, files are optional. */
  required?: string
}

/** One call of the API: what it is named, who may make it, what goes in, what comes out. */
export type Route = {
  /** Nobody else gets in. A `public` call still learns who a valid bearer token belongs to. */
  access: 'public' | Role | readonly Role[]
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under /api/v1, parameters as `:name`. */
  path: `/${string}`
  /** One line for the API's page. */
  summary: string
  /** Changes data: runs in a transaction, leaves an audit row, is refused from other sites. Two GETs do. */
  writes: boolean
  /** What the answer is: `{ data, message }`, a file's bytes, or a stream of events. */
  answers: 'json' | 'bytes' | 'events'
  params?: Schema
  query?: Schema
  body?: Schema
  files?: FileRule
  /** The call is refused without an `Idempotency-Key` header. Other POSTs, but public ones, honour one that is sent. */
  keyRequired?: boolean
  /** What the answer's `data` holds. */
  data: Schema
  /** The answer's `message`, shown to the operator as it is. */
  message: string
}

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Side extends 'wire' | 'inside',
> = R[K] extends Schema ? { [P in K]: Side extends 'wire' ? z.input<R[K]> : z.output<R[K]> } : unknown

/** What a caller sends: the product's spelling, rupees. */
export type Sent<R extends Route> = Part<R, 'params', 'wire'> &
  Part<R, 'query', 'wire'> &
  Part<R, 'body', 'wire'> &
  (R['files'] extends FileRule ? { files?: readonly File[] } : unknown)
/** What a handler gets after validation: correct words, paise. */
export type Received<R extends Route> = Part<R, 'params', 'inside'> &
  Part<R, 'query', 'inside'> &
  Part<R, 'body', 'inside'>
/** What a handler gives back: correct words, paise. */
export type Given<R extends Route> = z.output<R['data']>
/** What a caller finds under `data`: the product's spelling, rupees. */
export type Data<R extends Route> = z.input<R['data']>

type Described = Omit<Route, 'writes' | 'answers' | 'message' | 'data'>
type Filled<R, D> = Omit<R, keyof D> & { [K in keyof D]: K extends keyof R ? R[K] : D[K] }

/** A call that only reads. */
export const read = <const R extends Described & { data: Schema; answers?: Route['answers'] }>(spec: R) =>
  ({ answers: 'json', message: 'OK', ...spec, writes: false }) as unknown as Filled<
    R & { writes: false },
    { answers: 'json'; message: 'OK' }
  >

/** A call that changes something, whatever its method. `data` is null unless it says otherwise. */
export const write = <const R extends Described & { data?: Schema; message: string }>(spec: R) =>
  ({ answers: 'json', data: z.null(), ...spec, writes: true }) as unknown as Filled<
    R & { writes: true },
    { answers: 'json'; data: z.ZodMiniNull }
  >

/** Calls of one entity, by name. */
export type Group = Record<string, Route>

/** A file's bytes: what stands for `data` where the answer is no JSON. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** The names of all calls of an API: `'coupons.add'`. */
export type NameIn<A extends Record<string, Group>> = {
  [G in keyof A & string]: `${G}.${keyof A[G] & string}`
}[keyof A & string]

/** Every call of an API with its name, for what goes through all of them. */
export const callsOf = (api: Record<string, Group>) =>
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls).map(([verb, route]) => ({ name: `${group}.${verb}`, group, verb, route })),
  )
