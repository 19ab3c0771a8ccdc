import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { hashPassword, passwordMatches } from '../services/people/passwords.ts'
import { company } from '../tables/company.ts'
import { superadmins } from '../tables/people.ts'
import { digestOf } from '../testing/digest.ts'
import { copyStore } from '../testing/processes/prepared-store.ts'
import { addPhones } from '@kirana/testing/phones'

/** Each test starts real processes, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })
const home = mkdtempSync(join(tmpdir(), 'kirana-backup-'))
const at = (name: string) => join(home, name)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const moduleCache = new URL('../process/module-cache.ts', import.meta.url).href
type Command = 'backup' | 'restore' | 'copy' | 'reset-superadmin' | 'after-restore'
/** Runs a command on the store in `folder`. */
const run = (command: Command, folder: string, ...args: string[]) =>
  new Promise<{ code: number; said: string; wrong: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder }
    const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url))
    const child = execFile(
      process.execPath,
      ['--import', moduleCache, file, ...args],
      { env },
      (_, said, wrong) => resolve({ code: child.exitCode ?? -1, said, wrong }),
    )
  })
const failed = (wrong: string) => ({ code: 1, said: '', wrong: `${wrong}\n` })
const opened = (folder: string) => openDatabase({ url: null, folder: join(folder, 'database') })

test('exits with 2 on missing arguments or variables, and with 1 without a store or a backup', async () => {
  const nowhere = at('nowhere')
  const answers = await Promise.all([
    run('backup', nowhere),
    run('copy', nowhere),
    run('restore', nowhere, at('backup')),
  ])
  const wrong = (text: string) => ({ code: 2, said: '', wrong: `${text}\n` })
  expect(answers).toEqual([
    wrong('Usage: npm run data:backup -- FOLDER'),
    wrong(
      'DATABASE_URL is not set. Set it to the PostgreSQL server to which the database of DATA_DIR is to be copied.',
    ),
    {
      code: 1,
      said: 'Checking the backup …\n',
      wrong: `${at('backup')} is not a Kirana backup: it has no manifest.json.\n`,
    },
  ])
  expect(readdirSync(home)).toEqual([])
})

test('restores a backup with all rows, and resets the superadmin password', async () => {
  const store = at('store')
  const backup = at('backup')
  const restored = at('restored')
  // Creating a cluster is slow, so restore into a copy of an empty one.
  copyStore('bare', restored)
  copyStore('migrated', store)
  const database = await opened(store)
  await addPhones(database.db, 7)
  await database.db.execute(sql`INSERT INTO wallets (user_id) SELECT id FROM users`)
  await database.db.update(company).set({ name: 'Kirana “Bandra”' })
  await database.db
    .insert(superadmins)
    .values({ username: 'owner', passwordHash: await hashPassword('Forgotten@1') })
  const digest = await digestOf(database.db)
  const busy = `Another Kirana is running on ${join(store, 'database')}. Stop it first, or set DATA_DIR or DATABASE_URL.`
  expect(await run('backup', store, backup)).toEqual(failed(busy))
  expect(existsSync(backup)).toBe(false)
  await database.close()

  expect(await run('backup', store, backup)).toEqual({
    code: 0,
    said: expect.stringMatching(/^The backup is in .+: 23 rows of \d+ tables and 0 files\.\n$/),
    wrong: '',
  })
  // Turns it into a backup from before the last migration.
  const path = join(backup, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { migrations: string[] }
  const all = manifest.migrations.length
  const text = JSON.stringify({ ...manifest, migrations: manifest.migrations.slice(0, -1) })
  writeFileSync(path, text)
  writeFileSync(join(backup, 'manifest.sha256'), createHash('sha256').update(text).digest('hex'))
  expect(await run('restore', restored, backup)).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^Checking .+\nRestoring .+\n(ok {6}.+\n)+The store is restored, and all checks passed\.\n$/,
    ),
    wrong: '',
  })
  const { code, said } = await run('reset-superadmin', restored)
  expect(code).toBe(0)
  const password = /^Superadmin {2}\/superadmin\/signin {2}owner \/ (\S+) \(shown this once\)\n/.exec(
    said,
  )?.[1]
  const again = await opened(restored)
  const [owner] = await again.db.select().from(superadmins)
  expect(await passwordMatches(password ?? '', owner?.passwordHash)).toBe(true)
  const { rows } = await again.db.execute(sql`SELECT 1 FROM drizzle.__drizzle_migrations`)
  expect(rows.length).toBe(all)
  await again.db.update(superadmins).set({ passwordHash: '' })
  await again.db.execute(sql`DELETE FROM audit_rows`)
  const after = await digestOf(again.db)
  const { rows: identity } = await again.db.execute(sql`SELECT uuid FROM database_identity`)
  await again.close()
  // Browsers know numbers of events that were lost.
  expect(after['live_epoch']).not.toBe(digest['live_epoch'])
  // A database of the version before gets the id of its superadmin.
  expect(identity).toEqual([{ uuid: owner?.id }])
  const changed = { superadmins: '', live_epoch: '', database_identity: '' }
  expect({ ...after, ...changed }).toEqual({ ...digest, ...changed })

  const resumed = await run('after-restore', restored)
  expect({
    ...resumed,
    said: resumed.said.split('\n').map((line) => line.replace(/\d\d[A-Z]\w{3}/g, 'S')),
  }).toEqual({
    code: 0,
    said: [
      'All screens load their lists again within seconds.',
      'Everybody signs in again: 0 sessions, 0 known devices and 0 sign-in codes were ended. 0 unfinished push messages will not be sent.',
      expect.stringMatching(
        /^10000 numbers are left out, as some were given out since: the next order is number 10001, the next customer 100\d\d, the next message 10001, the next claim 10001\.$/,
      ),
      'Credit notes, invoices and delivery challans begin new series: CNS/0000001, S/0000001, DCS/0000001.',
      'No withdrawal is open.',
      'No customer was erased after this moment.',
      'No file is missing.',
      'The store can be used. Check it with npm run data:verify.',
      '',
    ],
    wrong: '',
  })

  appendFileSync(join(backup, 'tables', 'users.jsonl.gz'), 'x')
  const nowhere = at('nowhere')
  expect(await run('restore', nowhere, backup)).toMatchObject({
    code: 1,
    wrong: 'The backup is damaged: tables/users.jsonl.gz has changed. Nothing was written.\n',
  })
  expect(existsSync(nowhere)).toBe(false)
})
