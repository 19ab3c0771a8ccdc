import { pgCode } from '../db/errors.ts'
import { Refused } from './refuse.ts'

/** Writes a row with a unique name. @throws Refused 409 with the given sentence where another has the name */
export async function orTaken<T>(write: PromiseLike<T>, message: string): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw pgCode(error) === '23505' ? new Refused(409, message) : error
  }
}
