import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { api } from '@kirana/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { files } from '../../tables/files.ts'
import { testApp } from '../../testing/app.ts'
import { badKeys } from '../../testing/files/bad-files.ts'
import { photo, storedFiles } from '../../testing/files/pictures.ts'
import { incoming, pdf } from '../../testing/files/prepared-files.ts'
import { openBucket } from '../../testing/files/bucket.ts'
import { newBucket, startStorage } from '@kirana/testing/storage'
import { bucketStore } from './bucket.ts'
import { findFileViolations } from '../operations/invariants-files.ts'

const AWAY = { status: 503, message: "File storage can't be reached. Please try again" }
const storage = await startStorage()
const t = await testApp()
afterAll(async () => {
  await t.close()
  await storage.stop()
})
const own = t.context.files
const servers: Server[] = []
beforeAll(() => t.database.reset())
afterEach(async () => {
  t.context.files = own
  await t.database.reset()
  for (const server of servers.splice(0)) server.close()
})

const nothing = () => {}
/** Starts the server on a free port and returns its address. */
async function listen(server: Server) {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** An address where nothing listens. */
async function closedPort() {
  const server = createSocketServer()
  const address = await listen(server)
  await new Promise((closed) => server.close(closed))
  return address
}
const keysOf = async (store: ReturnType<typeof bucketStore>) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

test.each(badKeys)('rejects the key %j', async (key) => {
  const store = bucketStore(newBucket('http://127.0.0.1:1'), nothing)
  await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('Not a file key')
  await expect(store.remove(key)).rejects.toThrow('Not a file key')
  expect(await store.open(key)).toBeNull()
})

test('stores, returns, lists and removes a document', async () => {
  const { store } = await openBucket(newBucket(storage.endpoint))
  await store.put('aaaaaaaa.pdf', await incoming(pdf))
  const opened = await store.open('aaaaaaaa.pdf')
  expect(opened?.size).toBe(pdf.length)
  expect(opened && String(await buffer(opened.stream))).toBe(pdf)
  expect(await keysOf(store)).toEqual(['aaaaaaaa.pdf'])
  await store.remove('aaaaaaaa.pdf')
  await store.remove('aaaaaaaa.pdf')
  expect(await store.open('aaaaaaaa.pdf')).toBeNull()
  await expect(store.put('aaaaaaaa.pdf', { path: 'nowhere' })).rejects.toThrow('ENOENT')
})

test('creates the bucket once and reports wrong credentials', async () => {
  const bucket = newBucket(storage.endpoint)
  await Promise.all([openBucket(bucket), openBucket(bucket), openBucket({ ...bucket, region: 'us-east-1' })])
  const stranger = bucketStore({ ...bucket, secretAccessKey: 'guessed' }, nothing)
  await expect(stranger.prepare()).rejects.toThrow(/^The bucket of FILES_URL cannot be used: .*403/)
  await expect(stranger.put('aaaaaaaa.pdf', Buffer.from(pdf))).rejects.toMatchObject(AWAY)
  const nowhere = bucketStore(newBucket(await closedPort()), nothing)
  await expect(nowhere.prepare()).rejects.toThrow(
    'The bucket of FILES_URL cannot be used: connect ECONNREFUSED',
  )
})

test('answers 503 and stores nothing when the storage is unreachable', async () => {
  const failures: unknown[] = []
  const away = bucketStore(newBucket(await closedPort()), (error) => failures.push(error))
  const staff = await t.signIn.staff()
  t.context.files = away
  const add = async () => t.call(api.banners.add, { files: [await photo()] }, staff)
  const answer = await add()
  expect(answer).toMatchObject({ ...AWAY, headers: { 'retry-after': '5' } })
  expect(failures).toHaveLength(1)
  expect([await t.db.$count(files), (await t.call(api.banners.list, {}, staff)).data]).toEqual([0, []])

  // Reachable again: the same call works and the file is served. Unreachable again: 503, not 404.
  const { store } = await openBucket(newBucket(storage.endpoint))
  t.context.files = store
  expect((await add()).status).toBe(200)
  const { keys } = await storedFiles(t)
  const get = () => t.app.inject({ url: `/api/v1/file/get/${keys[0]}` })
  expect((await get()).headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(await findFileViolations(t.db, store, new Date())).toEqual([])
  t.context.files = away
  expect((await get()).json()).toMatchObject({ message: AWAY.message })
  expect((await get()).statusCode).toBe(503)
  await expect(findFileViolations(t.db, away, new Date())).rejects.toMatchObject(AWAY)

  // The invariants report files that the storage has lost or changed.
  t.context.files = store
  const [key = ''] = keys
  await store.put(key, Buffer.from('other'))
  expect(await findFileViolations(t.db, store, new Date())).toEqual([`${key} has changed`])
  await store.remove(key)
  expect(await findFileViolations(t.db, store, new Date())).toEqual([`${key} is missing`])
})

// s3rver cannot paginate: it encrypts its tokens with a cipher that Node no longer has.
test('lists all pages and ignores objects that are not ours', async () => {
  const token = '1/bbbbbbbb+='
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-21T00:00:00.000Z</LastModified></Contents>`
  const first = `${['backup.tar', 'aaaaaaaa.pdf', 'database.id', 'folder/aaaaaaaa.pdf'].map(object).join('\n')}
    <NextContinuationToken>${token}</NextContinuationToken>`
  const tokens: (string | null)[] = []
  const server = createServer(({ url = '' }, answer) => {
    const from = new URL(url, 'http://storage').searchParams.get('continuation-token')
    tokens.push(from)
    answer.end(`<ListBucketResult>${from === null ? first : object('cccccccc.webp')}</ListBucketResult>`)
  })
  const store = bucketStore(newBucket(await listen(server)), nothing)
  expect(await keysOf(store)).toEqual(['aaaaaaaa.pdf', 'cccccccc.webp'])
  expect(tokens).toEqual([null, token])
})

test('reports a missing bucket as 503, not as a missing file', async () => {
  const store = bucketStore(newBucket(storage.endpoint), nothing)
  await expect(store.open('aaaaaaaa.pdf')).rejects.toMatchObject(AWAY)
  await expect(store.remove('aaaaaaaa.pdf')).rejects.toMatchObject(AWAY)
  await expect(keysOf(store)).rejects.toMatchObject(AWAY)
})

test('gives up on a storage that never answers', async () => {
  let requests = 0
  const silent = await listen(createSocketServer(() => requests++))
  const store = bucketStore(newBucket(silent), nothing, 100)
  await expect(store.put('aaaaaaaa.pdf', Buffer.from(pdf))).rejects.toMatchObject(AWAY)
  expect(requests).toBe(1)
})

test('retries once when the storage is busy', async () => {
  let requests = 0
  const server = createServer((_, answer) =>
    answer.writeHead(++requests % 2 === 1 ? 503 : 200, { 'content-length': 1 }).end('x'),
  )
  const busy = await listen(server)
  const store = bucketStore(newBucket(busy), nothing)
  await store.put('aaaaaaaa.pdf', Buffer.from(pdf))
  expect((await store.open('aaaaaaaa.pdf'))?.size).toBe(1)
  expect(requests).toBe(4)
  server.closeAllConnections()
})
