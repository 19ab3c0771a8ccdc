import type { HttpError } from '../errors.ts'

/**
 * Returned by a handler in place of its answer: nothing has changed yet, because a second person has to approve it
 * (202).
 */
export class Awaiting {
  readonly approvalId: string
  constructor(approvalId: string) {
    this.approvalId = approvalId
  }
}

/** Returned by a handler in place of all rows: the newest ones, and the number of all (`total` of the answer). */
export class Newest<Rows extends readonly unknown[]> {
  readonly rows: Rows
  readonly total: number
  constructor(rows: Rows, total: number) {
    this.rows = rows
    this.total = total
  }
}

/**
 * Returned by a handler that rejects the call but keeps its changes: the transaction is committed, then `error` is
 * thrown.
 */
export class KeptRefusal {
  readonly error: HttpError
  constructor(error: HttpError) {
    this.error = error
  }
}
