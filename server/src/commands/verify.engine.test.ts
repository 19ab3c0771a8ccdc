import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { migrations } from '../testing/database.ts'
import { copyStore } from '../testing/processes/prepared-store.ts'
import { addPhones } from '@kirana/testing/phones'

/** Each test starts real processes, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })
const command = fileURLToPath(new URL('verify.ts', import.meta.url))
const moduleCache = new URL('../process/module-cache.ts', import.meta.url).href
const folder = mkdtempSync(join(tmpdir(), 'kirana-verify-'))
const database = join(folder, 'database')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const verify = () =>
  new Promise<{ code: number; said: string; wrong: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder }
    const child = execFile(process.execPath, ['--import', moduleCache, command], { env }, (_, said, wrong) =>
      resolve({ code: child.exitCode ?? -1, said, wrong }),
    )
  })

test('reports a missing database and does not create one', async () => {
  expect(await verify()).toEqual({
    code: 1,
    said: '',
    wrong: `There is no database in ${database}. Set DATA_DIR or DATABASE_URL to an existing store.\n`,
  })
  expect(existsSync(database)).toBe(false)
})

test('rejects a database in use or of another version, and lists violated invariants', async () => {
  copyStore('bare', folder)
  const opened = await openDatabase({ url: null, folder: database })
  expect(await verify()).toEqual({
    code: 1,
    said: '',
    wrong: `Another Kirana is running on ${database}. Stop it first, or set DATA_DIR or DATABASE_URL.\n`,
  })
  await opened.close()
  expect(await verify()).toEqual({
    code: 1,
    said: '',
    wrong: 'The database is of another version of Kirana. Start the server once, and check again.\n',
  })

  const again = await openDatabase({ url: null, folder: database })
  await again.migrate(migrations)
  await addPhones(again.db, 7)
  await again.close()
  const { code, said, wrong } = await verify()
  expect(code).toBe(1)
  expect(wrong).toBe('')
  const lines = said.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('ok      '))).toEqual([
    expect.stringMatching(/^BROKEN {2}Every customer has a wallet: (\S+, ){4}\S+ and 2 more$/),
  ])
  expect(lines.length).toBeGreaterThan(20)
})
