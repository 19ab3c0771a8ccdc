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

/** An answer the operator sees: `throw new HttpError(404, 'Pincode not found')`. `code` is the stable word for programs. */
export class HttpError extends Error {
  readonly status: Status
  readonly code: string
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined
  /** Answered as `data` where the route describes it in `refusals`, and dropped otherwise. */
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

/** The first row, or 404 'X not found'. */
export function requireRow<T>(rows: readonly T[], what: string): T {
  const [row] = rows
  if (row === undefined) throw new HttpError(404, `${what} not found`)
  return row
}

/** What `change` gives, or 409 `message` where it would make a second thing of the same name. */
export async function rejectDuplicate<T>(change: PromiseLike<T>, message: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    throw pgCode(error) === '23505' ? new HttpError(409, message) : error
  }
}
