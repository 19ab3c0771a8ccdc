/** Fallback text for a failed call without a server message (specification, section 8). */
export const SOMETHING_WRONG = 'Something went wrong'

/** A failed call. `message` is the server's text, '' if it sent none. `status` is 0 when no response arrived. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The error's data, as the route's `refusals` describe it for this code. */
  readonly data: unknown
  constructor(status: number, message: string, code = '', data?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

/** The server's message, or `fallback` when there is none. */
export const messageOf = (error: unknown, fallback = SOMETHING_WRONG) =>
  (error instanceof ApiError && error.message) || fallback

/**
 * Whether the failure is final. After a non-final one (no response, a 5xx, or the first attempt still in progress)
 * the call may have succeeded or may yet succeed: retry only with the same idempotency key. `isRepeat`: an earlier
 * attempt with the key may have succeeded. The server answers 401, 403 and 429 before it looks the key up, so these
 * leave the result of that attempt open.
 */
export const isFinal = (error: unknown, isRepeat = false) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'in-flight' &&
  !(isRepeat && [401, 403, 429].includes(error.status))
