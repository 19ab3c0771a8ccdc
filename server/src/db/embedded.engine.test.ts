import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyStore } from '../testing/processes/prepared-store.ts'
import { openDatabase } from './open.ts'
import type { Database } from './types.ts'

// The real function, with its calls counted.
vi.mock('node:fs', async (original) => {
  const real = await original<{ fsyncSync: typeof fsyncSync }>()
  return { ...real, fsyncSync: vi.fn(real.fsyncSync) }
})

const kills = Number(process.env.KILLS ?? 4)
const writer = fileURLToPath(new URL('../testing/processes/writer.ts', import.meta.url))
const moduleCache = new URL('../process/module-cache.ts', import.meta.url).href

/** Creating a cluster takes seconds, so most tests copy one. */
const withCluster = () => copyStore('bare', home)

let home: string
let open: Database[]
let children: ChildProcess[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'kirana-embedded-'))
  open = []
  children = []
})
afterEach(async () => {
  for (const child of children) await killed(child)
  for (const database of open) await database.close()
  rmSync(home, { recursive: true, force: true })
})

const folder = () => join(home, 'database')
const notes = () => join(home, 'acknowledged')

async function opened() {
  const database = await openDatabase({ url: null, folder: folder() })
  open.push(database)
  return database
}
async function closed(database: Database) {
  open.splice(open.indexOf(database), 1)
  await database.close()
}

function startWriter(first: number) {
  const words = [folder(), notes(), String(first)]
  const child = spawn(process.execPath, ['--import', moduleCache, writer, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}
const saysWriting = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the writer ended with ${code}`)))
  })
const acknowledged = () =>
  existsSync(notes()) ? readFileSync(notes(), 'utf8').split('\n').slice(0, -1).map(Number) : []
function killed(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  return gone
}

test(
  `keeps every acknowledged row and a consistent index after each of ${kills} kills`,
  async () => {
    withCluster()
    let next = 0
    for (let round = 1; round <= kills; round++) {
      const child = startWriter(next)
      await saysWriting(child)
      // Each kill is at a different moment of the work, but never before some of it is done.
      const enough = acknowledged().length + 20 + 17 * (round % 8)
      while (acknowledged().length < enough) await sleep(5)
      await killed(child)

      const database = await opened()
      const { rows } = await database.db.execute<{ seen: number[]; indexed: number }>(sql`
      SELECT (SELECT json_agg(n ORDER BY n) FROM (SELECT n, text FROM kept OFFSET 0) k) AS seen,
        (SELECT count(*)::int FROM generate_series(0, (SELECT max(n) FROM kept)) i
          WHERE EXISTS (SELECT 1 FROM kept WHERE n = i)) AS indexed`)
      const seen = rows[0]?.seen ?? []
      expect(seen).toEqual(expect.arrayContaining(acknowledged()))
      expect(rows[0]?.indexed).toBe(seen.length)
      next = (seen.at(-1) ?? -1) + 1
      await closed(database)
    }
    expect(next).toBeGreaterThan(20 * kills)
  },
  30_000 + 20_000 * kills,
)

test('removes the incomplete cluster of a killed first start, and keeps one that is still being created', async () => {
  const child = startWriter(0)
  const unfinished = () => readdirSync(home).concat(existsSync(folder()) ? readdirSync(folder()) : [])
  while (!unfinished().some((name) => name.includes('.init-'))) await sleep(20)
  await sleep(300)
  await killed(child)
  expect(existsSync(join(folder(), 'cluster'))).toBe(false)

  // The unfinished folder of a process that runs.
  const begun = `cluster.init-${process.ppid}`
  mkdirSync(join(folder(), begun), { recursive: true })
  writeFileSync(join(folder(), begun, 'PG_VERSION'), '18')
  const database = await opened()
  expect((await database.db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }])
  expect(unfinished().filter((name) => name.includes('.init-'))).toEqual([begun])
})

test('rejects a second process with one sentence, until the first one is killed', async () => {
  withCluster()
  const child = startWriter(0)
  await saysWriting(child)
  await expect(openDatabase({ url: null, folder: folder() })).rejects.toThrow(
    `Another Kirana is running on ${folder()}. Stop it first, or set DATA_DIR or DATABASE_URL.`,
  )
  await killed(child)
  await opened()
})

test('fsyncs a commit before it is acknowledged', async () => {
  withCluster()
  const database = await opened()
  const { rows } = await database.db.execute(
    sql`SELECT current_setting('fsync') AS fsync, current_setting('wal_sync_method') AS method, current_setting('full_page_writes') AS pages`,
  )
  expect(rows).toEqual([{ fsync: 'on', method: 'fsync', pages: 'on' }])
  await database.db.execute(sql`CREATE TABLE rows (n int)`)
  const before = vi.mocked(fsyncSync).mock.calls.length
  for (const n of [1, 2, 3]) await database.db.execute(sql`INSERT INTO rows VALUES (${n})`)
  expect(vi.mocked(fsyncSync).mock.calls.length - before).toBeGreaterThanOrEqual(3)
})

test('rejects the commit and all later statements after a failed fsync', async () => {
  withCluster()
  const database = await opened()
  await database.db.execute(sql`CREATE TABLE rows (n int)`)
  await database.db.execute(sql`INSERT INTO rows VALUES (1)`)
  vi.mocked(fsyncSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  })
  await expect(database.db.execute(sql`INSERT INTO rows VALUES (2)`)).rejects.toThrow()
  await expect(database.db.execute(sql`SELECT 1`)).rejects.toThrow()
  expect(await database.isReady()).toBe(false)
  await closed(database)

  const again = await opened()
  const { rows } = await again.db.execute<{ n: number }>(sql`SELECT n FROM rows ORDER BY n`)
  expect(rows).toContainEqual({ n: 1 })
  await again.db.execute(sql`INSERT INTO rows VALUES (3)`)
})

test('searches Hindi text on the trigram index', async () => {
  withCluster()
  const database = await opened()
  await database.db.execute(sql`CREATE EXTENSION pg_trgm`)
  await database.db.execute(sql`CREATE TABLE titles (title text)`)
  await database.db.execute(sql`CREATE INDEX ON titles USING gin (lower(title) gin_trgm_ops)`)
  await database.db.execute(sql`INSERT INTO titles SELECT 'चावल ' || n FROM generate_series(1, 40000) n`)
  await database.db.execute(sql`INSERT INTO titles VALUES ('आशीर्वाद आटा')`)
  await database.db.execute(sql`VACUUM (ANALYZE) titles`)
  const search = sql`SELECT title FROM titles WHERE lower(title) LIKE ${'%आटा%'}`
  expect((await database.db.execute(search)).rows).toEqual([{ title: 'आशीर्वाद आटा' }])
  const plan = await database.db.execute(sql`EXPLAIN (FORMAT JSON) ${search}`)
  expect(JSON.stringify(plan.rows)).toContain('Bitmap Index Scan')
})
