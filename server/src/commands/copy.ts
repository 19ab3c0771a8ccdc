import {
  command,
  migrations,
  openOrCreate,
  openStore,
  say,
  printSamplePasswords,
  printInvariants,
} from './command.ts'
import { WrongConfiguration } from '../config/config.ts'
import { copyDatabase } from '../services/operations/restore.ts'

/**
 * `npm run data:copy`: copies the embedded database of DATA_DIR into the empty one of DATABASE_URL and checks the copy.
 */
await command(async ({ config }) => {
  if (config.databaseUrl === null)
    throw new WrongConfiguration(
      'DATABASE_URL is not set. Set it to the PostgreSQL server to which the database of DATA_DIR is to be copied.',
    )
  const { database: embedded, files } = await openStore({ ...config, databaseUrl: null })
  try {
    const server = await openOrCreate(config)
    try {
      say('Copying the database …')
      const counts = await copyDatabase(embedded, server, migrations)
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
      say(`Copied ${rows} rows of ${counts.size} tables.`)
      await printInvariants(server, files)
      await printSamplePasswords(server, config)
      if (!process.exitCode) say('The copy is complete. From now on, start Kirana with this DATABASE_URL.')
    } finally {
      await server.close()
    }
  } finally {
    await embedded.close()
  }
})
