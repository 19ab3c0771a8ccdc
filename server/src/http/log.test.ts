import { sql } from 'drizzle-orm'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Db } from '../db/types.ts'
import { testApp } from '../testing/app.ts'
import { logController, logging } from './log.ts'

const { db } = await testApp()

/** The log lines after an error in `work`. */
async function logged(work: () => Promise<unknown>) {
  let lines = ''
  const stream = { write: (line: string) => void (lines += line) }
  const app = fastify({ logger: { ...logging('info'), stream } })
  const error = await work().catch((thrown: unknown) => thrown)
  app.log.error({ err: error }, 'the call failed')
  await app.close()
  return lines
}

const account = 'bank-50100012345678'
const withdraw = (on: Db) =>
  on.execute(sql`INSERT INTO withdrawals (id, user_id, amount, bank_account) VALUES
    (gen_random_uuid(), gen_random_uuid(), -1, ${account})`)

test('logs the error of a failed statement without its values', async () => {
  const line = await logged(() => withdraw(db))
  expect(JSON.parse(line)).toMatchObject({
    msg: 'the call failed',
    err: {
      message: expect.stringMatching(/INSERT INTO withdrawals .*violates check constraint/s),
      code: '23514',
      constraint: 'withdrawal_above_zero',
      stack: expect.stringMatching(/^at .*log\.test\.ts/s),
    },
  })
  expect(line).not.toContain(account)
})

test('logs other errors and thrown values unchanged', async () => {
  expect(
    await logged(() => Promise.reject(new Error('away', { cause: new TypeError('no wire') }))),
  ).toContain('"message":"away: no wire"')
  expect(await logged(() => Promise.reject('a text'))).toContain('a text')
})

test('logs requests without query, cookies and tokens', async () => {
  let lines = ''
  const stream = { write: (line: string) => void (lines += line) }
  const app = fastify({ logger: { ...logging('info'), stream } })
  app.get('/users', (request) => {
    request.log.info({ req: request }, 'asked')
    return {}
  })
  const headers = { cookie: 'kirana_staff=secret', authorization: 'Bearer secret' }
  await app.inject({ url: '/users?search=9876543210', headers })
  await app.close()
  expect(lines).toContain('"path":"/users"')
  expect(lines).not.toMatch(/9876543210|secret/)
})

test('logs the failure of an answer after its first byte', async () => {
  let lines = ''
  const stream = { write: (line: string) => void (lines += line) }
  const app = fastify({ logger: { ...logging('info'), stream }, logController })
  app.get('/file', (_request, reply) => {
    async function* parts() {
      yield 'first'
      // Until the first part has been sent.
      await expect.poll(() => reply.raw.headersSent).toBe(true)
      throw new Error('disk away')
    }
    return reply.send(Readable.from(parts(), { objectMode: false }))
  })
  await app.inject('/file?search=9876543210').catch(() => null)
  await app.close()
  const failed = lines.split('\n').find((line) => line.includes('disk away')) ?? '{}'
  expect(JSON.parse(failed)).toMatchObject({
    level: 50,
    msg: 'the answer failed after its first byte',
    req: { method: 'GET', path: '/file' },
    reqId: expect.any(String),
  })
  expect(lines).not.toContain('9876543210')
})
