import { pgCode } from './errors.ts'

/** Serialization failure and deadlock: the transaction may be retried. */
const retryable = new Set(['40001', '40P01'])

/** Runs a transaction and retries it up to 3 times after a serialization failure or a deadlock. */
export async function retried<T>(transaction: () => Promise<T>, tries = 4): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (tries <= 1 || !retryable.has(pgCode(error) ?? '')) throw error
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20))
    return retried(transaction, tries - 1)
  }
}

/** After a failed statement, PostgreSQL answers COMMIT with ROLLBACK and no error, which must not count as success. */
export const failureWasCaught = () =>
  new Error('A statement of the transaction failed and its error was caught: nothing was written')
