import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import { type Backend, startBackend } from './backend.ts'
import { listener } from './listener.ts'
import { startProxy } from './proxy.ts'
import type { Services } from './services.ts'
import { openStore } from './store.ts'

export const PHONES = 2_000
const CUSTOMERS = 8

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Starts three app processes behind a proxy, and a listener to the live events of each and of the proxy. */
export async function openShop({ env }: Services) {
  // Start together on an empty database: one migrates and creates the superadmin, the others wait.
  const [first, killed, replaced] = (await Promise.all(
    ['first', 'killed', 'replaced'].map((name) => startBackend(name, env)),
  )) as [Backend, Backend, Backend]
  const store = await openStore(env.DATABASE_URL, { customers: CUSTOMERS, phones: PHONES })
  const { staff } = store.people
  const proxy = await startProxy()
  proxy.use([first, killed, replaced])
  const broadcast = () => {
    const sent = { body: { title: 'Sale', body: 'Today' } }
    const { url, ...request } = requestOf(api.notifications.sendToAll, sent)
    const headers = { ...ownPage, ...request.headers, cookie: staff }
    return fetch(`${proxy.url}${url}`, { ...request, headers })
  }
  const listeners = [first.url, killed.url, replaced.url, proxy.url].map((url) => {
    let isFirst = true
    return listener(() => {
      const where = isFirst ? url : proxy.url
      isFirst = false
      return where
    }, staff)
  })
  while (!listeners.every((one) => one.isOpen())) await wait(50)
  return { first, killed, replaced, store, proxy, broadcast, listeners }
}
