import { pgCode } from './errors.ts'

/** Serialization failure and deadlock: the database asks for another try. */
const again = new Set(['40001', '40P01'])

/** Runs a transaction, up to 3 more times where the database gave it up for the sake of another. */
export async function retried<T>(transaction: () => Promise<T>, tries = 4): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (tries <= 1 || !again.has(pgCode(error) ?? '')) throw error
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20))
    return retried(transaction, tries - 1)
  }
}

/** PostgreSQL answers a COMMIT after a failed statement by a silent ROLLBACK: nobody may take that for written. */
export const failureWasCaught = () =>
  new Error('A statement of the transaction failed and its error was caught: nothing was written')
