import {
  command,
  migrations,
  openOrMake,
  openStore,
  say,
  saySamplePasswords,
  sayWhetherAllHolds,
} from './command.ts'
import { WrongConfiguration } from '../config.ts'
import { copyDatabase } from '../services/operations/restore.ts'

/** `npm run data:copy`: the embedded database of DATA_DIR into the empty one of DATABASE_URL; then checks everything. */
await command(async ({ config }) => {
  if (config.databaseUrl === null)
    throw new WrongConfiguration(
      'DATABASE_URL is not set: it takes the PostgreSQL server that the database of DATA_DIR is copied to.',
    )
  const { database: embedded, files } = await openStore({ ...config, databaseUrl: null })
  try {
    const server = await openOrMake(config)
    try {
      say('Copying the database …')
      const counts = await copyDatabase(embedded, server, migrations)
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
      say(`${rows} rows of ${counts.size} tables are copied.`)
      await sayWhetherAllHolds(server, files)
      await saySamplePasswords(server, config)
      if (!process.exitCode) say('Everything is there. From now on start Kirana with this DATABASE_URL.')
    } finally {
      await server.close()
    }
  } finally {
    await embedded.close()
  }
})
