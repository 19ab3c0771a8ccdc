import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { desc } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../tables/journal.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  t.clock.set('2026-11-21T13:00:00+05:30')
  as = await t.signIn.superadmin()
})

type Body = Sent<typeof api.releases.add>['body']
const first: Body = { buildNumber: '41', versionName: '1.4.0', description: 'Faster search' }
const list = async () => (await t.call(api.releases.list, {}, as)).data
const newest = async () => (await t.call(api.storeRelease.get, {})).data
const add = (more: Partial<Body> = {}) => t.call(api.releases.add, { body: { ...first, ...more } }, as)
const edit = (releaseId: string, more: Partial<Body> = {}) =>
  t.call(api.releases.edit, { body: { ...first, ...more, releaseId } }, as)
const remove = (id: string) => t.call(api.releases.remove, { params: { id } }, as)
const added = async (more: Partial<Body> = {}) => {
  await add(more)
  return (await list())[0]?._id ?? ''
}

test('adds, lists, changes and deletes a release, each with its message', async () => {
  expect(await add()).toMatchObject({ status: 200, message: 'Release added successfully', data: null })
  const [row] = await list()
  const id = row?._id ?? ''
  const release = { _id: id, buildNumber: 41, versionName: '1.4.0', description: 'Faster search' }
  expect(row).toEqual({ ...release, date: '2026-11-21' })
  t.clock.set('2026-11-23T13:00:00+05:30')
  as = await t.signIn.superadmin()
  const change = { buildNumber: 42, versionName: '1.4.1', description: 'Fixes' }
  expect(await edit(id, change)).toMatchObject({ status: 200, message: 'Release updated successfully' })
  expect(await list()).toEqual([{ _id: id, ...change, date: '2026-11-21' }])
  expect(await remove(id)).toMatchObject({ status: 200, message: 'Release deleted successfully' })
  expect(await list()).toEqual([])
})

test('the newest release is first whatever its number, and the app gets that one', async () => {
  expect(await newest()).toBeNull()
  const early = await added({ buildNumber: 50, versionName: '2.0.0' })
  const late = await added({ buildNumber: 49, versionName: '1.9.9' })
  expect((await list()).map(({ _id }) => _id)).toEqual([late, early])
  expect(await newest()).toEqual((await list())[0])
  await edit(early, { description: 'Changed later' })
  expect(await newest()).toMatchObject({ _id: late })
  await remove(late)
  expect(await newest()).toMatchObject({ _id: early, description: 'Changed later' })
})

test.each([
  ['2026-11-21T18:29:59Z', '2026-11-21'],
  ['2026-11-21T18:30:00Z', '2026-11-22'],
])('a release at %s has the date %s, the day in Asia/Kolkata', async (moment, date) => {
  t.clock.set(moment)
  as = await t.signIn.superadmin()
  await add()
  expect((await list())[0]?.date).toBe(date)
  expect((await newest())?.date).toBe(date)
})

const FIELDS = 'All fields are required'
const NUMBER = 'Build number must be a number and bigger than 0'
test.each<[Record<string, unknown>, string]>([
  ...['buildNumber', 'versionName', 'description'].flatMap((field): [Record<string, unknown>, string][] => [
    [{ [field]: '' }, FIELDS],
    [{ [field]: ' ' }, FIELDS],
    [{ [field]: null }, FIELDS],
  ]),
  ...[0, '0', -1, 1.5, 'twelve', '12a', '1e3', 2_147_483_648].map(
    (buildNumber): [Record<string, unknown>, string] => [{ buildNumber }, NUMBER],
  ),
  [{ versionName: 'v'.repeat(200) }, 'Use 100 characters at most'],
])('rejects %j on add and edit', async (wrong, message) => {
  expect(await add(wrong)).toMatchObject({ status: 400, message })
  expect(await edit(await added(), wrong)).toMatchObject({ status: 400, message })
  expect(await list()).toMatchObject([{ buildNumber: 41, versionName: '1.4.0' }])
})

test.each(['100% \\ _ <b>', `"Maa's" build`, 'तेज़ खोज', 'd'.repeat(100), 'Line one\nLine two'])(
  'stores the text %j unchanged, and allows duplicate versions',
  async (text) => {
    await add({ versionName: text, description: text })
    expect((await add({ versionName: text, description: text })).status).toBe(200)
    const kept = { versionName: text, description: text }
    expect(await list()).toMatchObject([kept, kept])
  },
)

test('accepts descriptions of up to 5,000 characters', async () => {
  expect((await add({ description: 'd'.repeat(5000) })).status).toBe(200)
  expect(await add({ description: 'd'.repeat(5001) })).toMatchObject({
    status: 400,
    message: 'Use 5000 characters at most',
  })
})

test('requires the id; unknown ids are a 404', async () => {
  const blank = { status: 400, message: 'Release ID is required' }
  expect(await remove(' ')).toMatchObject(blank)
  expect(await edit(' ')).toMatchObject(blank)
  const missing = { status: 404, message: 'Release not found' }
  expect(await remove(v7())).toMatchObject(missing)
  expect(await edit(v7())).toMatchObject(missing)
  for (const id of ['nonsense', "'", '%', as.id]) {
    expect((await remove(id)).status).toBe(404)
    expect((await edit(id)).status).toBe(404)
  }
})

test('audits old and new values', async () => {
  const id = await added()
  await edit(id, { versionName: '1.4.1' })
  await remove(id)
  const rows = await t.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(3)
  expect(rows.toReversed()).toMatchObject([
    { call: 'releases.add', object: id, after: { buildNumber: 41, versionName: '1.4.0' } },
    {
      call: 'releases.edit',
      object: id,
      before: { versionName: '1.4.0' },
      after: { versionName: '1.4.1' },
    },
    { call: 'releases.remove', object: id, before: { versionName: '1.4.1' } },
  ])
})

test('only the superadmin manages releases; the newest one is public', async () => {
  const id = await added()
  for (const other of [await t.signIn.staff(), await make.aCustomer(), { headers: {} }]) {
    expect((await t.call(api.releases.list, {}, other)).status).toBe(401)
    expect((await t.call(api.releases.add, { body: first }, other)).status).toBe(401)
    const changed = { ...first, releaseId: id }
    expect((await t.call(api.releases.edit, { body: changed }, other)).status).toBe(401)
    expect((await t.call(api.releases.remove, { params: { id } }, other)).status).toBe(401)
    expect((await t.call(api.storeRelease.get, {}, other)).data).toMatchObject({ versionName: '1.4.0' })
  }
  expect(await list()).toHaveLength(1)
})

test('runs few statements, plus session and audit', async () => {
  const cost = async (work: () => Promise<unknown>) => (await t.statements(work)).length
  expect(await cost(add)).toBeLessThanOrEqual(3)
  const id = (await list())[0]?._id ?? ''
  expect(await cost(list)).toBeLessThanOrEqual(2)
  expect(await cost(newest)).toBeLessThanOrEqual(1)
  expect(await cost(() => edit(id))).toBeLessThanOrEqual(4)
  expect(await cost(() => remove(id))).toBeLessThanOrEqual(3)
})
