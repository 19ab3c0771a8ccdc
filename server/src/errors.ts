import { pgCode } from './db/errors.ts'

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 422 | 429 | 503

const codes: Record<Status, string> = {
  400: 'malformed',
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'media-type',
  421: 'misdirected',
  422: 'refused',
  429: 'slow-down',
  503: 'unavailable',
}

/**
 * An error response: `throw new HttpError(404, 'Pincode not found')`. The message is for people, `code` for programs.
 */
export class HttpError extends Error {
  readonly status: Status
  readonly code: string
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined
  /** Sent as `data` if the route describes it in `refusals`, otherwise dropped. */
  readonly data: unknown
  constructor(
    status: Status,
    message: string,
    more: { code?: string; retryAfter?: number; data?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = more.code ?? codes[status]
    this.retryAfter = more.retryAfter
    this.data = more.data
  }
}

/** Returns the first row. Throws HttpError 404 'X not found' if there is none. */
export function requireRow<T>(rows: readonly T[], what: string): T {
  const [row] = rows
  if (row === undefined) throw new HttpError(404, `${what} not found`)
  return row
}

/** Awaits `change`. Throws HttpError 409 with `message` on a unique violation. */
export async function rejectDuplicate<T>(change: PromiseLike<T>, message: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw pgCode(error) === '23505' ? new HttpError(409, message) : error
  }
}

/** Waits for a change that names another row. @throws HttpError 404 'X not found' when that row does not exist */
export async function rejectUnknown<T>(change: PromiseLike<T>, what: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw pgCode(error) === '23503' ? new HttpError(404, `${what} not found`) : error
  }
}
