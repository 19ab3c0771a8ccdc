import '../private-umask.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DrizzleQueryError } from 'drizzle-orm'
import { type Config, readConfig, WrongConfiguration } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { makePrivate } from '../private-folder.ts'
import { openFiles } from '../services/files/open.ts'
import type { FileStore } from '../services/files/store.ts'
import { type InvariantResult, checkInvariants } from '../services/operations/invariants.ts'
import { withSamplePassword } from '../services/people/superadmin.ts'
import { samplePasswordNotices } from '../start-notices.ts'

export const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs an operator's command. A failure is printed as one sentence; exit codes: 0 done, 1 failed, 2 wrong
 * configuration or arguments.
 */
export async function command(run: (asked: { config: Config; words: string[] }) => Promise<void>) {
  try {
    const config = readConfig(process.env)
    if (existsSync(config.dataDir))
      makePrivate(config.dataDir, (sentence) => process.stderr.write(`${sentence}\n`))
    await run({ config, words: process.argv.slice(2) })
  } catch (error) {
    // Print the database's own message for a failed statement: Drizzle's contains the rows.
    const told = error instanceof DrizzleQueryError && error.cause ? error.cause : error
    process.stderr.write(`${messageOf(told)}\n`)
    process.exitCode = error instanceof WrongConfiguration ? 2 : 1
  }
}

/** The single required argument. @throws WrongConfiguration with `usage` */
export function onlyWord(words: readonly string[], usage: string): string {
  const [word] = words
  if (!word || words.length > 1) throw new WrongConfiguration(usage)
  return word
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The configured store's files. @throws Error with one sentence when their storage cannot be used */
export const filesOf = (config: Config) => openFiles(config, (error) => say(messageOf(error)))

/** The configured store's database, made where there is none. An embedded one has one process at a time. */
export const openOrMake = ({ databaseUrl, databaseDirectUrl, dataDir }: Config) =>
  openDatabase({ url: databaseUrl, directUrl: databaseDirectUrl, folder: join(dataDir, 'database') })

/** The configured store. @throws Error with one sentence when there is none */
export async function openStore(config: Config): Promise<{ database: Database; files: FileStore }> {
  const folder = join(config.dataDir, 'database')
  // Opening the embedded database would create one.
  if (config.databaseUrl === null && !existsSync(join(folder, 'cluster')))
    throw new Error(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL to where the store is.`)
  return { files: await filesOf(config), database: await openOrMake(config) }
}

function line({ name, count, examples }: InvariantResult) {
  if (count === 0) return `ok      ${name}`
  const more = count > examples.length ? ` and ${count - examples.length} more` : ''
  return `BROKEN  ${name}: ${examples.join(', ')}${more}`
}

/** Prints for every invariant whether it holds; the exit code is 1 when one does not. */
export async function sayWhetherAllHolds(database: Database, files: FileStore): Promise<void> {
  for await (const checked of checkInvariants(database, files, new Date())) {
    say(line(checked))
    if (checked.count > 0) process.exitCode = 1
  }
}

/** Prints which accounts still have the sample password, outside sample mode. */
export async function saySamplePasswords({ db }: Database, { sampleMode }: Config): Promise<void> {
  if (sampleMode) return
  for (const line of samplePasswordNotices(await withSamplePassword(db))) say(line)
}
