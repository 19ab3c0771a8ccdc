import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, WrongConfiguration } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { openFiles } from '../services/files-open.ts'
import { isEmpty, loadSample } from './load.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** `npm run data:sample`: fills the configured store, which no server may have open when it is the embedded one. */
async function run() {
  const config = readConfig(process.env)
  const folder = join(config.dataDir, 'database')
  const database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    folder,
  })
  try {
    await database.migrate(fileURLToPath(new URL('../../drizzle', import.meta.url)))
    if (await isEmpty(database.db))
      await loadSample(database, await openFiles(config, (error) => say(messageOf(error))), {
        accounts: config.sampleMode,
        say,
      })
    else say('This store has products or customers already, so nothing was loaded.')
  } finally {
    await database.close()
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = error instanceof WrongConfiguration ? 2 : 1
})
