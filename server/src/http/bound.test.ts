import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { api } from '@kirana/contract'
import { afterAll, expect, test } from 'vitest'
import { callsThrough, testApp } from '../testing/app.ts'
import { MOST_CALLS, MOST_FORMS, MOST_FORMS_OF_A_CUSTOMER } from './bound.ts'

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

const listening = t.app.listen({ port: 0, host: '127.0.0.1' })

/** Requests that begin and do not end, until they are let go. */
async function slow(count: number, lines: string[], body: string) {
  await listening
  const { port } = t.app.server.address() as AddressInfo
  const head = [...lines, 'Host: localhost', 'Content-Length: 999', 'Expect: 100-continue']
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  return () => sockets.forEach((socket) => socket.destroy())
}

test('who goes away, is refused or sends slowly holds no place', async () => {
  const json = ['Content-Type: application/json', `Cookie: ${staff.headers['cookie']}`]
  const letGo = await slow(MOST_CALLS + 10, ['POST /api/v1/keyward/add HTTP/1.1', ...json], '{"na')
  expect((await addKeyword('beside them')).status).toBe(200)
  letGo()
  for (let n = 0; n <= MOST_CALLS; n++) expect((await t.app.inject('/api/v1/staff/get')).statusCode).toBe(401)
  expect((await addKeyword('after them')).status).toBe(200)
})

/** A form holds its place once its caller was looked up. Each look is a try, of which a customer has a hundred. */
const patience = { timeout: 20_000, interval: 250 }

test('forms have places of their own, of which a customer takes a few', async () => {
  const [meera, ravi] = [await t.signIn.customer(), await t.signIn.customer('+919800000002')]
  const form = 'Content-Type: multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="isPrescription"\r\n\r\nfa'
  const list = 'POST /api/v1/store/manual-orders HTTP/1.1'
  const send = (as: typeof meera) => t.call(api.storeManualOrders.add, { body: {}, files: [] }, as)
  const status = async (as: typeof meera) => (await send(as)).status

  const token = `Authorization: ${meera.headers.authorization}`
  const meeras = await slow(MOST_FORMS_OF_A_CUSTOMER, [list, form, token], part)
  await expect.poll(() => status(meera), patience).toBe(503)
  expect(await send(ravi)).toMatchObject({ status: 400, message: 'Select at least 1 photo' })

  const cookie = `Cookie: ${staff.headers['cookie']}`
  const others = await slow(MOST_FORMS, ['POST /api/v1/banners/add HTTP/1.1', form, cookie], part)
  await expect.poll(() => status(ravi), patience).toBe(503)
  expect((await addKeyword('beside the forms')).status).toBe(200)
  meeras()
  others()
  await expect.poll(() => status(meera), patience).toBe(400)
})
