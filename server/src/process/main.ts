import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maskPhone } from '@kirana/domain/phone'
import { buildApp } from '../app.ts'
import { readConfig, WrongConfiguration } from '../config/config.ts'
import { reasonOf } from '../db/errors.ts'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { keepClean } from './housekeeping.ts'
import { closeContext, openContext } from './open-context.ts'
import { makePrivate } from './private-folder.ts'
import { openFcm } from '../services/messaging/fcm.ts'
import { bindStorage } from '../services/files/binding.ts'
import { openFiles } from '../services/files/open.ts'
import { openCodes, withoutProvider } from '../services/messaging/codes.ts'
import { openProvider } from '../services/messaging/providers/open.ts'
import { firstSuperadmin } from '../services/people/superadmin.ts'
import { startNotices } from './start-notices.ts'

const migrations = fileURLToPath(new URL('../../drizzle', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)
// Continue if the reader of the output pipe has closed it.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
/**
 * Prints a sign-in code in sample mode, where the server listens on loopback only. The number is masked, as in every
 * log.
 */
const printCode = (phone: string, code: string) => say(`Sign-in code for ${maskPhone(phone)}: ${code}`)
/** Maximum time to finish accepted requests after a stop signal. */
const graceMs = 10_000

function openFolder(path: string) {
  try {
    return makePrivate(path, (sentence) => process.stderr.write(`${sentence}\n`))
  } catch (error) {
    if (error instanceof WrongConfiguration) throw error
    throw new WrongConfiguration(
      `DATA_DIR is not valid: it must be a folder that can be created and written to.`,
    )
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

function configuration() {
  try {
    const config = readConfig(process.env)
    return { config, repairRest: openFolder(config.dataDir) }
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

async function start() {
  const { config, repairRest } = configuration()
  let app: Awaited<ReturnType<typeof buildApp>> | undefined
  const failed = (error: unknown) => {
    if (app) app.log.error({ err: error }, 'background work failed')
    else say(reasonOf(error))
  }
  const folder = join(config.dataDir, 'database')
  if (config.sampleData && config.databaseUrl === null && !existsSync(join(folder, 'cluster')))
    await (await import('../sample/apart.ts')).loadSampleApart()
  const database: Database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    replicaUrl: config.databaseReplicaUrl,
    poolSize: config.databaseConnections,
    folder,
    failed,
  })
  await database.migrate(migrations)
  const files = await openFiles(config, failed)

  const superadmin = await firstSuperadmin(database.db, {
    ...config.superadmin,
    sampleMode: config.sampleMode,
  })
  if (config.sampleData) {
    const { loadSample } = await import('../sample/load.ts')
    await loadSample(database, files, { accounts: config.sampleMode, say })
  }

  const now = () => new Date()
  const fcm = config.fcm && openFcm(config.fcm.account, { ...config.fcm, now })
  const codes = config.sms
    ? openCodes(database, openProvider(config.sms), {
        now,
        failed,
        alarm: (text, day) => app?.log.error(day, text),
      })
    : withoutProvider(config.sampleMode ? printCode : null)
  const context = await openContext({ config, database, files, fcm, codes, now, failed })
  const { push, payments } = context
  app = await buildApp(context)
  let endCleaning = async () => {}
  let notices = Promise.resolve()
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), graceMs).unref()
    // Fastify would keep connections alive that were busy when closing began.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    const served = Promise.all([app.close(), endCleaning(), notices]).finally(() => clearInterval(idle))
    await closeContext(context, served)
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())

  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw isTaken(error)
      ? new WrongConfiguration(
          `Port ${config.port} is in use. Stop the program that uses it, or set PORT to a different port.`,
        )
      : error
  })
  await push.start()
  codes.start()
  payments.start()
  endCleaning = keepClean(context, failed)
  void repairRest().catch(failed)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  say(`Kirana is ready on http://${host}:${port}`)
  const { username, generated } = superadmin
  if (generated !== null)
    say(`  Superadmin  /superadmin/signin  ${username} / ${generated} (shown this once)`)
  const settings = startNotices(database.db, config, superadmin).then((lines) => lines.forEach(say), failed)
  // After the start, because the files of a storage without a note are listed.
  const storage = bindStorage(database.db, files).then((foreign) => {
    if (foreign !== null) say(foreign)
  }, failed)
  notices = Promise.all([settings, storage]).then(() => {})
}

start().catch((error: unknown) => {
  process.stderr.write(`Kirana could not start: ${reasonOf(error)}\n`)
  process.exit(error instanceof WrongConfiguration ? 2 : 1)
})
