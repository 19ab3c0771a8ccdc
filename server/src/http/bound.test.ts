import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import { callsThrough, testApp } from '../testing/app.ts'
import { MOST_CALLS } from './bound.ts'

const t = await testApp()
afterAll(t.close)
const staff = await t.signIn.staff()
const addKeyword = (name: string) => t.call(api.keywords.add, { body: { name } }, staff)

test('what comes while enough is under way is told to come back, health answers, and then all goes on', async () => {
  const { transaction } = t.database
  const gate = Promise.withResolvers<void>()
  let waiting = 0
  const restore = callsThrough(t.kit, async (work) => {
    waiting++
    await gate.promise
    return transaction(work)
  })
  const underWay = Array.from({ length: MOST_CALLS }, (_, n) => addKeyword(`word ${n}`))
  await expect.poll(() => waiting, { timeout: 30_000 }).toBe(MOST_CALLS)
  const refused = await addKeyword('one too many')
  expect(refused).toMatchObject({
    status: 503,
    code: 'unavailable',
    message: 'The server is busy. Please try again',
  })
  expect(refused.headers['retry-after']).toBe('1')
  for (const url of ['/health/live', '/health/ready'])
    expect((await t.app.inject({ url })).statusCode).toBe(200)
  gate.resolve()
  restore()
  for (const { status } of await Promise.all(underWay)) expect(status).toBe(200)
  expect((await addKeyword('one too many')).status).toBe(200)
})

test('who goes away, is refused or sends slowly holds no place', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  const head = [
    'POST /api/v1/keyward/add HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 99',
    `Cookie: ${staff.headers['cookie']}`,
    'Expect: 100-continue',
  ]
  const slow = Array.from({ length: MOST_CALLS + 10 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n{"na`)
    return socket
  })
  await Promise.all(slow.map((socket) => once(socket, 'data')))
  expect((await addKeyword('beside them')).status).toBe(200)
  for (const socket of slow) socket.destroy()
  for (let n = 0; n <= MOST_CALLS; n++) expect((await t.app.inject('/api/v1/staff/get')).statusCode).toBe(401)
  expect((await addKeyword('after them')).status).toBe(200)
})
