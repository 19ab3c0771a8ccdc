import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'
import { testPlainList } from '../testing/records/plain-list.ts'

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

const FIELDS = 'All fields are required'
const NUMBER = 'Build number must be a number and bigger than 0'

testPlainList({
  t,
  name: 'releases',
  list,
  add,
  edit,
  remove,
  messages: {
    added: 'Release added successfully',
    edited: 'Release updated successfully',
    removed: 'Release deleted successfully',
    missing: 'Release not found',
  },
  row: { buildNumber: 41, versionName: '1.4.0', description: 'Faster search', date: '2026-11-21' },
  change: { buildNumber: 42, versionName: '1.4.1', description: 'Fixes' },
  text: {
    sent: 'versionName',
    listed: 'versionName',
    values: ['100% \\ _ <b>', `"Maa's" build`, 'तेज़ खोज', 'd'.repeat(100), 'Line one\nLine two'],
  },
  wrong: [
    ...['buildNumber', 'versionName', 'description'].flatMap((field) =>
      ['', ' ', null].map((value) => [{ [field]: value }, FIELDS] as const),
    ),
    ...[0, '0', -1, 1.5, 'twelve', '12a', '1e3', 2_147_483_648].map(
      (buildNumber) => [{ buildNumber }, NUMBER] as const,
    ),
    [{ versionName: 'v'.repeat(200) }, 'Use 100 characters at most'],
    [{ description: 'd'.repeat(5001) }, 'Use 5000 characters at most'],
  ],
  audited: {
    added: { buildNumber: 41, versionName: '1.4.0', description: 'Faster search' },
    after: { buildNumber: 42, versionName: '1.4.1', description: 'Fixes' },
  },
  statements: { add: 3, list: 2, edit: 4, remove: 3 },
})

test('stores a description unchanged, of up to 5,000 characters', async () => {
  for (const description of [`100% \\ _ <b> "Maa's" तेज़\nLine two`, 'd'.repeat(5000)]) {
    expect((await add({ description })).status).toBe(200)
    expect((await list())[0]?.description).toBe(description)
  }
})

test('a release keeps its day when it is edited', async () => {
  const id = await added()
  t.clock.set('2026-11-23T13:00:00+05:30')
  as = await t.signIn.superadmin()
  await edit(id, { description: 'Fixes' })
  expect(await list()).toMatchObject([{ description: 'Fixes', date: '2026-11-21' }])
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

test('requires the id; ids of other rows are a 404', async () => {
  const blank = { status: 400, message: 'Release ID is required' }
  expect(await remove(' ')).toMatchObject(blank)
  expect(await edit(' ')).toMatchObject(blank)
  expect([(await remove(as.id)).status, (await edit(as.id)).status]).toEqual([404, 404])
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

test('the newest release costs one statement', async () => {
  expect((await t.statements(newest)).length).toBeLessThanOrEqual(1)
})
