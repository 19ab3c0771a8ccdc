import { command, filesOf, migrations, openOrCreate, say } from '../commands/command.ts'
import { isEmpty, loadSample } from './load.ts'

// Started by a server (apart.ts), it ends with that server, however that ends.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

/** `npm run data:sample`: fills the configured store, which no server may have open when it is the embedded one. */
await command(async ({ config }) => {
  const database = await openOrCreate(config)
  try {
    await database.migrate(migrations)
    if (await isEmpty(database.db))
      await loadSample(database, await filesOf(config), { accounts: config.sampleMode, say })
    else say('This store has products or customers already, so nothing was loaded.')
  } finally {
    await database.close()
  }
})
