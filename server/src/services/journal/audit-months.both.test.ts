import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { fill } from '../../db/fill.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { auditRows } from '../../tables/journal.ts'
import { emptyDatabase, migrations } from '../../testing/database.ts'
import { onServer } from '../../testing/on-server.ts'
import { derivedTables } from '../operations/backup.ts'
import { purgeExpiredAudit } from '../operations/retention.ts'
import { dropAuditMonths, leastId, makeAuditMonths } from './audit-months.ts'

/*
 * The migration ends `audit_rows_before` with the current month, so the dates of this test, which begin two years from now,
 * are after it.
 */
const year = new Date().getUTCFullYear() + 2
const at = (month: number, day = 15) => new Date(Date.UTC(year, month - 1, day, 12))

const database = await emptyDatabase()
const { db } = database
await database.migrate(migrations)
afterAll(database.close)

const entry = { requestId: 'r', role: 'staff', person: 'Asha', call: 'charges.edit' }
/** Adds an entry with this time and an id of this time. */
const add = async (object: string, moment: Date, id = v7({ msecs: moment.getTime() })) => {
  await db.insert(auditRows).values({ ...entry, id, object, at: moment })
}

const partitions = async () =>
  (
    await db.execute<{ name: string; settings: string[] | null }>(sql`
      SELECT c.relname::text AS name, to_json(c.reloptions) AS settings FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'audit_rows'::regclass ORDER BY 1`)
  ).rows
const names = async () => (await partitions()).map(({ name }) => name.replace('audit_rows_', ''))
const month = (number: number) =>
  `${year + Math.floor((number - 1) / 12)}_${String(((number - 1) % 12) + 1).padStart(2, '0')}`
const months = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => month(from + i))

/** The objects of the entries by partition, without empty partitions. */
const entries = async () => {
  const { rows } = await db.execute<{ name: string; objects: string[] }>(sql`
    SELECT replace(tableoid::regclass::text, 'audit_rows_', '') AS name, json_agg(object ORDER BY object) AS objects
    FROM audit_rows GROUP BY 1 ORDER BY 1`)
  return Object.fromEntries(rows.map(({ name, objects }) => [name, objects]))
}

test('creates this month and three more, with the vacuum settings of the log', async () => {
  expect(await names()).toEqual(['before', 'rest'])
  await makeAuditMonths(database, at(1, 31))
  expect(await names()).toEqual([...months(1, 4), 'before', 'rest'])
  await makeAuditMonths(database, at(1, 31))
  await makeAuditMonths(database, at(2, 1))
  const made = await partitions()
  expect(made.map(({ name }) => name)).toEqual(
    [...months(1, 5), 'before', 'rest'].map((name) => `audit_rows_${name}`),
  )
  for (const { settings } of made)
    expect(settings?.toSorted()).toEqual([
      'autovacuum_vacuum_insert_scale_factor=0',
      'autovacuum_vacuum_insert_threshold=100000',
    ])
})

test('an entry goes to the month of its id, or to the default partition if that month does not exist', async () => {
  await add('last of January', new Date(Date.UTC(year, 1, 1) - 1))
  await add('first of February', new Date(Date.UTC(year, 1, 1)))
  await add('no time in the id', at(2), 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  await add('from a clock of the past', at(2), v7({ msecs: Date.UTC(2020, 0) }))
  await add('from a clock of the future', at(2), v7({ msecs: at(11).getTime() }))
  expect(await entries()).toEqual({
    [month(1)]: ['last of January'],
    [month(2)]: ['first of February'],
    before: ['from a clock of the past'],
    rest: ['from a clock of the future', 'no time in the id'],
  })
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`
    EXPLAIN (COSTS OFF) SELECT FROM audit_rows WHERE id >= ${leastId(at(2).getTime())} AND id < ${leastId(at(2, 16).getTime())}`)
  expect(JSON.stringify(rows)).toContain(month(2))
  expect(JSON.stringify(rows)).not.toContain(month(1))
})

test('entries of months that were not created in time are kept, and later months are created', async () => {
  for (const number of [5, 6, 7, 8, 9]) await add(`entry of ${number}`, at(number))
  // Housekeeping runs again after months, in September.
  await makeAuditMonths(database, at(9, 20))
  await add('later in September', at(9, 21))
  await add('entry of 10', at(10))
  const late = [6, 7, 8, 9].map((number) => `entry of ${number}`)
  // The month of the entry with the wrong clock is not created, either.
  expect(await names()).toEqual([...months(1, 5), month(10), month(12), 'before', 'rest'])
  expect(await entries()).toMatchObject({
    [month(5)]: ['entry of 5'],
    [month(10)]: ['entry of 10'],
    rest: [...late, 'from a clock of the future', 'later in September', 'no time in the id'],
  })
})

test('a snapshot has the log as one table, and fills a store with other months', async () => {
  const copy = await emptyDatabase()
  const rows = async ({ db: of }: typeof database) =>
    (await of.execute(sql`SELECT to_jsonb(a) AS row FROM audit_rows a ORDER BY id`)).rows
  const counts = await readSnapshot(database, derivedTables, (snapshot) =>
    fill(copy, snapshot, { migrations }),
  )
  expect([...counts.keys()].filter((name) => name.startsWith('audit_rows'))).toEqual(['audit_rows'])
  expect(counts.get('audit_rows')).toBe(await db.$count(auditRows))
  expect(await rows(copy)).toEqual(await rows(database))
  await copy.close()
})

test('retention drops an expired month, and keeps a month with a younger entry', async () => {
  // One year after March 1: January and February have expired, except for entries that were written later.
  await add('written in April', at(4), v7({ msecs: at(1).getTime() }))
  const now = new Date(Date.UTC(year + 1, 2, 1))
  database.queries.length = 0
  await purgeExpiredAudit(database, now)
  const dropped = database.queries.filter((query) => query.includes('DROP TABLE'))
  expect(dropped).toEqual([
    expect.stringContaining(`audit_rows_${month(2)}`),
    expect.stringContaining('audit_rows_before'),
  ])
  expect(await names()).toEqual([month(1), ...months(3, 5), month(10), month(12), 'rest'])
  expect(await entries()).toMatchObject({ [month(1)]: ['written in April'], [month(5)]: ['entry of 5'] })
  // The expired rows of a month with younger ones are deleted one by one.
  expect((await entries())['rest']).not.toContain('no time in the id')
  expect((await entries())['rest']).toContain('entry of 6')
  await purgeExpiredAudit(database, new Date(at(4).getTime() + 366 * 86_400_000))
  expect(await names()).toEqual([...months(4, 5), month(10), month(12), 'rest'])
})

onServer(() =>
  test('a month that a long statement reads is dropped by the next run, and does not block calls', async () => {
    const expired = new Date(Date.UTC(year, 5, 1))
    const gate = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<void>()
    const reader = database.transaction(async (tx) => {
      await tx.execute(sql`SELECT count(*) FROM audit_rows`)
      reading.resolve()
      await gate.promise
    })
    await reading.promise
    const began = performance.now()
    const dropping = dropAuditMonths(database, expired)
    const writing = add('while a report reads', at(6))
    await expect(dropping).rejects.toMatchObject({ cause: { code: '55P03' } })
    await writing
    expect(performance.now() - began).toBeLessThan(2_500)
    gate.resolve()
    await reader
    expect(await names()).toContain(month(5))
    await dropAuditMonths(database, expired)
    expect(await names()).not.toContain(month(5))
  }),
)
