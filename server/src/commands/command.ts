import '../process/private-umask.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig, WrongConfiguration } from '../config/config.ts'
import { pgCode, reasonOf } from '../db/errors.ts'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { makePrivate } from '../process/private-folder.ts'
import { openFiles } from '../services/files/open.ts'
import type { FileStore } from '../services/files/store.ts'
import { type InvariantResult, checkInvariants } from '../services/operations/invariants.ts'
import { withSamplePassword } from '../services/people/superadmin.ts'
import { samplePasswordNotices } from '../process/start-notices.ts'

export const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs an operator's command. A failure is printed as one sentence. Exit codes: 0 done, 1 failed, 2 invalid
 * configuration or arguments.
 */
export async function command(run: (asked: { config: Config; args: string[] }) => Promise<void>) {
  try {
    const config = readConfig(process.env)
    if (existsSync(config.dataDir))
      makePrivate(config.dataDir, (sentence) => process.stderr.write(`${sentence}\n`))
    await run({ config, args: process.argv.slice(2) })
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = error instanceof WrongConfiguration ? 2 : 1
  }
}

/** The single required argument. Throws WrongConfiguration with `usage`. */
export function singleArgument(args: readonly string[], usage: string): string {
  const [word] = args
  if (!word || args.length > 1) throw new WrongConfiguration(usage)
  return word
}

/** Opens the configured file storage. Throws Error with one sentence if it cannot be used. */
export const filesOf = (config: Config) => openFiles(config, (error) => say(reasonOf(error)))

/**
 * Opens the configured database and creates an embedded one if needed. Only one process may open an embedded database.
 */
export const openOrCreate = ({ databaseUrl, databaseDirectUrl, dataDir }: Config) =>
  // No time limit, because single statements run for minutes when a large store is verified or restored.
  openDatabase({
    url: databaseUrl,
    directUrl: databaseDirectUrl,
    folder: join(dataDir, 'database'),
    silenceMs: null,
  })

/** Opens the configured store. Throws Error with one sentence if it does not exist. */
export async function openStore(config: Config): Promise<{ database: Database; files: FileStore }> {
  const folder = join(config.dataDir, 'database')
  // Checked first, because opening an embedded database creates it if it does not exist.
  if (config.databaseUrl === null && !existsSync(join(folder, 'cluster')))
    throw new Error(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL to an existing store.`)
  return { files: await filesOf(config), database: await openOrCreate(config) }
}

/** SQLSTATEs of a missing table, column or function. */
const undefinedObject = new Set(['42P01', '42703', '42883'])

/** Does `work` on a database. Throws Error with one sentence if the database has the tables of another version. */
export async function ofThisVersion<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!undefinedObject.has(pgCode(error) ?? '')) throw error
    throw new Error('The database is of another version of Kirana. Start the server once, and check again.', {
      cause: error,
    })
  }
}

function line({ name, count, examples }: InvariantResult) {
  if (count === 0) return `ok      ${name}`
  const more = count > examples.length ? ` and ${count - examples.length} more` : ''
  return `BROKEN  ${name}: ${examples.join(', ')}${more}`
}

/** Checks and prints every invariant; sets the exit code to 1 if one is violated. */
export async function printInvariants(database: Database, files: FileStore): Promise<void> {
  for await (const checked of checkInvariants(database, files, new Date())) {
    say(line(checked))
    if (checked.count > 0) process.exitCode = 1
  }
}

/** Outside sample mode, prints which accounts still have the sample password. */
export async function printSamplePasswords({ db }: Database, { sampleMode }: Config): Promise<void> {
  if (sampleMode) return
  for (const line of samplePasswordNotices(await withSamplePassword(db))) say(line)
}
