import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { categories } from '../tables/categories.ts'
import { sections } from '../tables/sections.ts'
import { photo } from '../testing/files/pictures.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'

const { folder, started } = serverProcesses()

/** Sends half of an upload that the server has accepted; the returned function sends the rest. */
async function halfSent(address: string, fields: Record<string, string>, headers: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('catagoryImg', await photo())
  const whole = new Response(form)
  const body = Buffer.from(await whole.arrayBuffer())
  const half = Math.floor(body.length / 2)
  const sent = request(`${address}/api/v1${api.categories.add.path}`, {
    method: 'POST',
    headers: {
      ...ownPage,
      ...headers,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.subarray(0, half))
  return async () => {
    sent.end(body.subarray(half))
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
}

test('finishes accepted requests, rejects new ones and exits with 0 on SIGTERM under load', async () => {
  const server = await started()
  const { address } = server
  const { staff, sectionId } = await openShop(server)
  const acknowledged: string[] = []
  const work = async (worker: number) => {
    for (let n = 0; ; n++) {
      const name = `${worker}-${n}`
      const added = await callOver(address, api.sections.add, { params: { name } }, staff)
      if (added?.status === 200) acknowledged.push(name)
      else return added?.status
    }
  }
  const working = [1, 2, 3, 4].map(work)
  const names = ['Atta', 'Dal', 'Ghee']
  const uploads = await Promise.all(names.map((name) => halfSent(address, { name, sectionId }, staff)))
  while (acknowledged.length < 20) await new Promise((next) => setTimeout(next, 5))

  server.child.kill('SIGTERM')
  // 503 on an open connection, or no connection at all.
  for (const status of await Promise.all(working)) expect([503, undefined]).toContain(status)
  const late = await fetch(`${address}/health/live`).then(
    ({ status }) => status,
    () => undefined,
  )
  expect([503, undefined]).toContain(late)
  expect(await Promise.all(uploads.map((finish) => finish()))).toEqual([200, 200, 200])
  expect((await server.ended).code).toBe(0)

  const { db, close } = await openDatabase({ url: null, folder: join(folder(), 'database') })
  const stored = {
    sections: await db.select().from(sections),
    categories: await db.select().from(categories),
  }
  await close()
  expect(stored.sections.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
  expect(stored.categories.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})
