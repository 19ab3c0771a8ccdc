import { command, ofThisVersion, openStore, printInvariants } from './command.ts'

/** `npm run data:verify`: checks every invariant in the configured store. Read-only. */
await command(async ({ config }) => {
  const { database, files } = await openStore(config)
  try {
    await ofThisVersion(() => printInvariants(database, files))
  } finally {
    await database.close()
  }
})
