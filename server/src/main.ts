import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { readConfig, WrongConfiguration } from './config.ts'
import { type Database, openDatabase } from './db/open.ts'
import { keepClean } from './housekeeping.ts'
import type { Kit } from './http/kit.ts'
import { openFcm } from './services/fcm.ts'
import { openFiles } from './services/files-open.ts'
import { openLive } from './services/live.ts'
import { openPush } from './services/push.ts'
import { firstSuperadmin, SAMPLE_PASSWORD } from './services/superadmin.ts'

const migrations = fileURLToPath(new URL('../drizzle', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)
// Whoever reads the output may go away; the store goes on.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
/** Accepted requests get this long to finish when the process is told to stop. */
const graceMs = 10_000

function makeFolder(path: string) {
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    throw new WrongConfiguration(`DATA_DIR is not valid: it takes a folder that can be made and written to.`)
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

function configuration() {
  try {
    const config = readConfig(process.env)
    makeFolder(config.dataDir)
    return config
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

async function start() {
  const config = configuration()
  let app: Awaited<ReturnType<typeof buildApp>> | undefined
  const failed = (error: unknown) => app?.log.error({ err: error }, 'background work failed')
  const database: Database = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    folder: join(config.dataDir, 'database'),
    failed,
  })
  await database.migrate(migrations)
  const files = await openFiles(config, failed)

  const generated = await firstSuperadmin(database.db, {
    ...config.superadmin,
    sampleMode: config.sampleMode,
  })
  if (config.sampleData) {
    const { loadSample } = await import('./sample/load.ts')
    await loadSample(database, files, { accounts: config.sampleMode, say })
  }

  const live = await openLive(database, failed)
  const now = () => new Date()
  const push = openPush(database, config.fcm && openFcm(config.fcm.account, { ...config.fcm, now }), failed)
  const kit: Kit = {
    config,
    database,
    files,
    live,
    push,
    now,
    sendCode: async (phone, code) => {
      // Whoever runs the store sees whom it is for; a log with whole phone numbers is one that has to be guarded.
      say(`Sign-in code for ${phone.slice(-4).padStart(phone.length, '•')}: ${code}`)
    },
  }
  app = await buildApp(kit)
  let endCleaning = async () => {}
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), graceMs).unref()
    // A connection that was busy when closing began would be kept alive for its next request.
    const idle = setInterval(() => app.server.closeIdleConnections(), 50)
    await Promise.all([app.close(), push.close(), endCleaning()])
    clearInterval(idle)
    await live.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())

  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw isTaken(error)
      ? new Error(`Something else listens on port ${config.port}. Stop it first, or set PORT to another one.`)
      : error
  })
  await push.start()
  endCleaning = keepClean(kit, failed)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  say(`Kirana is ready on http://${host}:${port}`)
  if (config.sampleMode) {
    say(`  Staff       /admin/signin       staff / ${SAMPLE_PASSWORD}`)
    const password = config.superadmin.password ? 'as in SUPERADMIN_PASSWORD' : SAMPLE_PASSWORD
    say(`  Superadmin  /superadmin/signin  ${config.superadmin.username} / ${password}`)
  }
  if (generated)
    say(`  Superadmin  /superadmin/signin  ${config.superadmin.username} / ${generated} (shown this once)`)
}

start().catch((error: unknown) => {
  process.stderr.write(`Kirana could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
