import { command, openStore, printInvariants } from './command.ts'
import { pgCode } from '../db/errors.ts'

/** SQLSTATEs of a missing table, column or function. */
const undefinedObject = new Set(['42P01', '42703', '42883'])

/** `npm run data:verify`: checks every invariant in the configured store. Read-only. */
await command(async ({ config }) => {
  const { database, files } = await openStore(config)
  try {
    await printInvariants(database, files)
  } catch (error) {
    if (!undefinedObject.has(pgCode(error) ?? '')) throw error
    throw new Error('The database is of another version of Kirana. Start the server once, and check again.', {
      cause: error,
    })
  } finally {
    await database.close()
  }
})
