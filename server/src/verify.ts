import { command, openStore, sayWhetherAllHolds } from './command.ts'
import { pgCode } from './db/errors.ts'

/** SQLSTATEs of a statement that names a table, a column or a function that is not there. */
const notThere = new Set(['42P01', '42703', '42883'])

/** `npm run data:verify`: says of every invariant whether it holds in the configured store. Only reads. */
await command(async ({ config }) => {
  const { database, files } = await openStore(config)
  try {
    await sayWhetherAllHolds(database, files)
  } catch (error) {
    if (!notThere.has(pgCode(error) ?? '')) throw error
    throw new Error('The database is of another version of Kirana. Start the server once, and check again.', {
      cause: error,
    })
  } finally {
    await database.close()
  }
})
