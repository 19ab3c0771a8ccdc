import { command, filesOf, migrations, openOrCreate, say } from '../commands/command.ts'
import { isEmpty, loadSample } from './load.ts'

// As a child process (apart.ts), exit when the server does.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

/**
 * `npm run data:sample`: loads the sample store into the configured store. Stop the server first if that is embedded.
 */
await command(async ({ config }) => {
  const database = await openOrCreate(config)
  try {
    await database.migrate(migrations)
    if (await isEmpty(database.db))
      await loadSample(database, await filesOf(config), { accounts: config.sampleMode, say })
    else say('This store already has products or customers. Nothing was loaded.')
  } finally {
    await database.close()
  }
})
