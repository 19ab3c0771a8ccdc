import { Readable } from 'node:stream'
import { api } from '@kirana/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { photo } from '../testing/files/pictures.ts'
import { rawRequests } from '../testing/raw-requests.ts'
import * as limits from './limits.ts'

const t = await testApp()
afterAll(t.close)
const { send, hangUp } = rawRequests(t.app)
afterEach(hangUp)
const staff = await t.signIn.staff()
const slowPoll = { timeout: 20_000, interval: 20 }

test('limits the concurrent downloads of a network, without affecting changes of staff', async () => {
  await t.call(api.banners.add, { files: [await photo()] }, staff)
  const banners = await t.call(api.banners.list, {}, staff)
  const path = `/api/v1/file/get/${JSON.stringify(banners).match(/[a-z0-9-]+\.webp/)?.[0]}`
  const { files } = t.context
  // Each file sends its first bytes and then stops, as for a client that does not read on.
  const open = async (key: string) => {
    const file = await files.open(key)
    file?.stream.destroy()
    let isBegun = false
    const read = function (this: Readable) {
      if (!isBegun) this.push('begun')
      isBegun = true
    }
    return file && { ...file, stream: new Readable({ read }) }
  }
  t.context.files = { ...files, open }
  const each = limits.pauses.perCustomer
  const statuses = await send(each + 5, [`GET ${path} HTTP/1.1`])
  await expect.poll(() => statuses.length, slowPoll).toBe(each + 5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await t.call(api.keywords.add, { body: { name: 'atta' } }, staff)).status).toBe(200)

  hangUp()
  t.context.files = files
  await expect.poll(async () => (await t.app.inject(path)).statusCode, slowPoll).toBe(200)
})

test('closes connections without progress', () => {
  expect(t.app.server.timeout).toBe(limits.MAX_STILL_MS)
})
