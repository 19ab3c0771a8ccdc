import type { HttpError } from './errors.ts'

/** Returned by a handler in place of its answer: nothing has happened yet, a second person has to approve it (202). */
export class Awaiting {
  readonly approvalId: string
  constructor(approvalId: string) {
    this.approvalId = approvalId
  }
}

/** Returned by a handler that refuses, but whose changes are kept: the transaction is committed, then `error` answers. */
export class KeptRefusal {
  readonly error: HttpError
  constructor(error: HttpError) {
    this.error = error
  }
}
