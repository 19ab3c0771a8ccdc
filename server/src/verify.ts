import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, WrongConfiguration } from './config.ts'
import { pgCode } from './db/errors.ts'
import { openDatabase } from './db/open.ts'
import { openFiles } from './services/files-open.ts'
import { type Checked, checkInvariants } from './services/invariants.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** SQLSTATEs of a statement that names a table, a column or a function that is not there. */
const notThere = new Set(['42P01', '42703', '42883'])

function line({ name, count, examples }: Checked) {
  if (count === 0) return `ok      ${name}`
  const more = count > examples.length ? ` and ${count - examples.length} more` : ''
  return `BROKEN  ${name}: ${examples.join(', ')}${more}`
}

/** `npm run data:verify`: says of every invariant whether it holds in the configured store. Only reads. */
async function run() {
  const config = readConfig(process.env)
  const folder = join(config.dataDir, 'database')
  // Opening the embedded database would make one.
  if (config.databaseUrl === null && !existsSync(join(folder, 'cluster')))
    throw new Error(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL to where the store is.`)
  const database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    folder,
  })
  try {
    const files = await openFiles(config, (error) => say(messageOf(error)))
    let broken = 0
    for await (const checked of checkInvariants(database, files, new Date())) {
      say(line(checked))
      if (checked.count > 0) broken++
    }
    if (broken > 0) process.exitCode = 1
  } catch (error) {
    if (!notThere.has(pgCode(error) ?? '')) throw error
    throw new Error('The database is of another version of Kirana. Start the server once, and check again.', {
      cause: error,
    })
  } finally {
    await database.close()
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = error instanceof WrongConfiguration ? 2 : 1
})
