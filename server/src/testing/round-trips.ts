import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { openDatabase } from '../db/open.ts'
import type { TestApp } from './app.ts'

/**
 * Counts the round trips to the database server of the calls in `work`, the look-up of the session included. Only calls
 * go through the counted connection: live events, push messages and payments keep the app's own.
 */
export async function countRoundTrips({ context, database }: TestApp) {
  const proxy = await tcpProxy(database.url ?? '')
  const counted = await openDatabase({ url: proxy.url, folder: null, poolSize: 1 })
  context.database = counted
  return {
    of: async (work: () => Promise<unknown>) => {
      const before = proxy.trips()
      await work()
      return proxy.trips() - before
    },
    close: async () => {
      context.database = database
      await counted.close()
      await proxy.close()
    },
  }
}
