/** A text that is right for every failed call that came without a message (specification, section 8). */
export const SOMETHING_WRONG = 'Something went wrong'

/** A call that failed. `message` is what the operator sees; '' when the server gave none. `status` 0: no answer came. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, message: string, code = '') {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The server's message, or the screen's fallback text where there is none. */
export const messageOf = (error: unknown, fallback = SOMETHING_WRONG) =>
  (error instanceof Refusal && error.message) || fallback

/**
 * Whether the server has said no for good. Otherwise (no answer, a struggling server or proxy, the first try still under
 * way) the call may have been done or may be yet: only the same key keeps it from being done twice.
 */
export const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.code !== 'in-flight'
