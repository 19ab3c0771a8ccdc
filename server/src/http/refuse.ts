import { pgCode } from '../db/errors.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503

const codes: Record<Status, string> = {
  400: 'malformed',
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'media-type',
  422: 'refused',
  429: 'slow-down',
  503: 'unavailable',
}

/** An answer the operator sees: `throw new Refused(404, 'Pincode not found')`. `code` is the stable word for programs. */
export class Refused extends Error {
  readonly status: Status
  readonly code: string
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined
  constructor(status: Status, message: string, more: { code?: string; retryAfter?: number } = {}) {
    super(message)
    this.status = status
    this.code = more.code ?? codes[status]
    this.retryAfter = more.retryAfter
  }
}

/** The first row, or 404 'X not found'. */
export function found<T>(rows: readonly T[], what: string): T {
  const [row] = rows
  if (row === undefined) throw new Refused(404, `${what} not found`)
  return row
}

/** What `change` gives, or 409 `message` where it would make a second thing of the same name. */
export async function unlessTaken<T>(change: PromiseLike<T>, message: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw pgCode(error) === '23505' ? new Refused(409, message) : error
  }
}
