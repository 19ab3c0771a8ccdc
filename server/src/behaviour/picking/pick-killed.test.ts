import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { testApp } from '../../testing/app.ts'
import { migrations, type TestDatabase, testDatabase } from '../../testing/database.ts'
import { digestOf } from '../../testing/digest.ts'
import { factories } from '../../testing/factories.ts'
import { pickerOf, pickExample, workedExample } from '../../testing/picking.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const folder = mkdtempSync(join(tmpdir(), 'kirana-pick-'))
afterAll(() => rmSync(folder, { recursive: true }))
const moduleCache = new URL('../../process/module-cache.ts', import.meta.url).href
const program = fileURLToPath(new URL('../../testing/processes/pick-ender.ts', import.meta.url))

/** Runs a process that ends the pick; it dies before the statement `left`. */
const run = (...words: string[]) =>
  new Promise<{ signal: string; said: string }>((done) => {
    execFile(process.execPath, ['--import', moduleCache, program, ...words], (error, said, failed) =>
      done({ signal: error?.signal ?? '', said: said + failed }),
    )
  })

/** On a server the test's own database; the embedded one in a folder, which one process at a time can open. */
async function store(): Promise<{ address: [string, string]; open: () => Promise<TestDatabase> }> {
  if (process.env['TEST_DATABASE_URL']) {
    const database = await testDatabase()
    return {
      address: [database.url ?? '', ''],
      open: () => Promise.resolve(Object.assign(database, { close: () => Promise.resolve() })),
    }
  }
  const open = async () => {
    const queries: string[] = []
    const database = await openDatabase({ url: null, folder, onQuery: (query) => queries.push(query) })
    await database.migrate(migrations)
    const nothing = () => Promise.resolve()
    return Object.assign(database, { queries, url: null, reset: nothing, restartNumbers: nothing })
  }
  return { address: ['', folder], open }
}

test('a server killed between any two statements of Done leaves the pick as it was, and the next one ends it once', async () => {
  const { address, open } = await store()
  const t = await testApp({ database: await open() })
  const make = factories(t)
  const staff = await t.signIn.staff()
  const { ordered, other, milk } = await workedExample(make)
  for (const product of [milk, other]) {
    const body = { variantId: product.item().variantId, onHand: 10, reason: 'Test' }
    await t.call(api.stock.count, { body }, staff)
  }
  const customer = await make.aCustomer({ money: 21_222 })
  const { _id: orderId } = await make.anOrder({ ...ordered, customer, payment: 'wallet' })
  await pickExample(pickerOf(t, staff), orderId, other.item().variantId)
  await t.close()
  await t.database.close()

  const read = async <T>(work: (database: TestDatabase) => Promise<T>) => {
    const database = await open()
    const result = await work(database)
    await database.close()
    return result
  }
  /** Every row must be the same; the positions of sequences are not rolled back. */
  const rowsNow = () =>
    read(async ({ db }) => Object.entries(await digestOf(db)).filter(([, what]) => what.includes(' rows ')))
  const before = await rowsNow()
  const ended = (left: number) => run(...address, orderId, 'the action', staff.id, String(left))
  // Before each statement, and before the commit.
  let kills = 0
  let last = await ended(kills)
  for (; last.signal === 'SIGKILL'; last = await ended(kills)) {
    kills += 1
    expect(await rowsNow(), `before statement ${kills}`).toEqual(before)
  }
  expect(kills).toBeGreaterThan(5)
  expect(last).toEqual({ signal: '', said: 'ended\n' })
  const after = await rowsNow()
  expect(await ended(kills)).toEqual({ signal: '', said: 'again\n' })
  expect(await rowsNow()).toEqual(after)
  await read(async ({ db }) => {
    const { rows } = await db.execute(sql`
      SELECT o.status, o.total::int, w.money::int, (SELECT count(*)::int FROM invoices) AS invoices
      FROM orders o JOIN wallets w ON w.user_id = o.user_id`)
    expect(rows).toEqual([{ status: 'prepared', total: 15_422, money: 5_800, invoices: 1 }])
    expect(await findInvariantViolations(db)).toEqual([])
  })
}, 180_000)
