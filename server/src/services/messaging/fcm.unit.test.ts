import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FcmServer, startFcm } from '@kirana/testing/fcm'
import { openFcm } from './fcm.ts'
import { type FcmAccount, parseAccount } from '../../config/fcm-account.ts'

let server: FcmServer
let account: FcmAccount
beforeEach(async () => {
  server = await startFcm()
  const read = parseAccount(readFileSync(server.credentials, 'utf8'))
  if (!read) throw new Error('the account was not read')
  account = read
})
afterEach(() => server.stop())

const now = () => new Date()
const open = (more: Partial<FcmAccount> & { timeoutMs?: number; firstPauseMs?: number } = {}) =>
  openFcm({ ...account, ...more }, { url: server.url, now, timeoutMs: 5_000, firstPauseMs: 1, ...more })
const to = (token: string) => ({ token, title: 'दिवाली sale', body: `50 % off, "today" & tomorrow` })

const patient = { timeout: 20_000, interval: 20 }
const arrived = (least: number) =>
  expect.poll(() => server.received.length, patient).toBeGreaterThanOrEqual(least)

test('sends messages unchanged with one access token', async () => {
  const fcm = open()
  const results = await Promise.all(['a', 'b', 'c'].map((token) => fcm.send(to(token))))
  expect(results).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }, { outcome: 'sent' }])
  expect(server.received).toEqual(
    expect.arrayContaining(['a', 'b', 'c'].map((token) => ({ ...to(token), at: expect.any(Number) }))),
  )
  expect(server.grants).toBe(1)
})

test.each(['dead', 'malformed', 'badToken'] as const)('reports a %s token as dead', async (reply) => {
  server.reply = () => reply
  expect(await open().send(to('a'))).toMatchObject({ outcome: 'dead' })
  expect(server.received).toHaveLength(1)
})

test.each([
  ['tooLong', '400 INVALID_ARGUMENT'],
  ['noProject', '404 NOT_FOUND'],
  ['otherSender', '403 PERMISSION_DENIED'],
] as const)('neither retries %s nor reports the token as dead', async (reply, why) => {
  server.reply = () => reply
  expect(await open().send(to('a'))).toEqual({ outcome: 'failed', why })
  expect(server.received).toHaveLength(1)
})

test.each(['internal', 'unavailable', 'quota'] as const)('retries after %s', async (reply) => {
  server.reply = (_, nth) => (nth < 4 ? reply : 'sent')
  server.retryAfter = reply === 'quota' ? '0' : null
  expect(await open().send(to('a'))).toEqual({ outcome: 'sent' })
  expect(server.phones()).toEqual(['a', 'a', 'a', 'a'])
})

test('waits for Retry-After, in seconds or as a date', async () => {
  server.reply = (_, nth) => (nth === 1 ? 'quota' : 'sent')
  server.retryAfter = '1'
  const fcm = open()
  await fcm.send(to('a'))
  // An HTTP date has no fractions of a second, and a busy machine may need one until it reads it.
  server.retryAfter = new Date(Date.now() + 3_000).toUTCString()
  await fcm.send(to('b'))
  const [first = 0, second = 0, third = 0, fourth = 0] = server.received.map(({ at }) => at)
  expect(second - first).toBeGreaterThanOrEqual(990)
  expect(fourth - third).toBeGreaterThanOrEqual(900)
})

test('does not retry immediately after a 429 without Retry-After', async () => {
  server.reply = () => 'quota'
  const fcm = open()
  const sent = fcm.send(to('a'))
  await arrived(1)
  await new Promise((done) => setTimeout(done, 200))
  expect(server.received).toHaveLength(1)
  fcm.stop()
  expect(await sent).toBeNull()
})

test('fails with the reason after five attempts', async () => {
  server.reply = () => 'internal'
  expect(await open().send(to('a'))).toEqual({ outcome: 'failed', why: '500 INTERNAL' })
  expect(server.received).toHaveLength(5)
})

test('times out when the service does not answer', async () => {
  server.reply = (_, nth) => (nth === 1 ? 'slow' : 'sent')
  expect(await open({ timeoutMs: 100 }).send(to('a'))).toEqual({ outcome: 'sent' })
  server.reply = () => 'slow'
  expect(await open({ timeoutMs: 20 }).send(to('b'))).toMatchObject({ outcome: 'failed' })
})

test('sends nothing without an access token and does not flood the token endpoint', async () => {
  server.tokenStatus = 503
  const fcm = open({ firstPauseMs: 50 })
  const results = await Promise.all(Array.from({ length: 20 }, (_, i) => fcm.send(to(`phone-${i}`))))
  expect(new Set(results.map((result) => result?.outcome))).toEqual(new Set(['failed']))
  expect(server.received).toEqual([])
  expect(server.grants).toBeLessThan(30)
  server.tokenStatus = 200
  await expect.poll(async () => (await fcm.send(to('a')))?.outcome, patient).toBe('sent')
})

test('replaces a rejected access token once', async () => {
  const fcm = open()
  await fcm.send(to('a'))
  server.revoke()
  expect(await fcm.send(to('b'))).toEqual({ outcome: 'sent' })
  expect(server.grants).toBe(2)
  server.reply = () => 'signedOut'
  expect(await fcm.send(to('c'))).toEqual({ outcome: 'failed', why: '401 UNAUTHENTICATED' })
  expect(server.grants).toBe(3)
})

test('does not use an access token in its last minute', async () => {
  server.expiresIn = 60
  const fcm = open()
  await fcm.send(to('a'))
  await fcm.send(to('b'))
  expect(server.grants).toBe(2)
})

test('gets no access token for a request signed with another key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(await open({ privateKey }).send(to('a'))).toEqual({
    outcome: 'failed',
    why: 'no access token: 400',
  })
})

test('returns null for retries and new messages after stop', async () => {
  server.reply = () => 'internal'
  const fcm = open({ firstPauseMs: 60_000 })
  const trying = fcm.send(to('a'))
  await arrived(1)
  fcm.stop()
  expect(await trying).toBeNull()
  expect(await fcm.send(to('b'))).toBeNull()
  expect(server.phones()).toEqual(['a'])
})

test('finishes requests in progress after stop', async () => {
  server.delay = 100
  const fcm = open()
  const sending = fcm.send(to('a'))
  await arrived(1)
  fcm.stop()
  expect(await sending).toEqual({ outcome: 'sent' })
})

const good = () => JSON.parse(readFileSync(server.credentials, 'utf8')) as Record<string, unknown>
test('reads an account file with extra fields and rejects anything else', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  expect(parseAccount(JSON.stringify({ ...good(), universe_domain: 'googleapis.com' }))).toMatchObject({
    projectId: 'kirana-test',
    tokenUri: `${server.url}/token`,
  })
  expect(parseAccount(JSON.stringify({ ...good(), token_uri: undefined }))?.tokenUri).toBe(
    'https://oauth2.googleapis.com/token',
  )
  for (const wrong of [
    { type: 'authorized_user' },
    { project_id: '../x' },
    { client_email: '' },
    { private_key: 'none' },
    { private_key: elliptic.export({ type: 'pkcs8', format: 'pem' }) },
    { token_uri: 'file:///etc/passwd' },
  ])
    expect(parseAccount(JSON.stringify({ ...good(), ...wrong }))).toBeNull()
  for (const text of ['', '[]', 'null', '{']) expect(parseAccount(text)).toBeNull()
})
