import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { pubSub } from './pub-sub.ts'
import { endClient } from './server-connections.ts'

const firstPauseMs = 100
const longestPauseMs = 2_000

/**
 * LISTEN on one connection for all channels. Reconnects with exponential backoff and then wakes all listeners once,
 * since notifications in between are lost. A heartbeat detects a dead connection.
 */
export function listenOn(newClient: () => Client, failed: (error: unknown) => void, heartbeatMs = 15_000) {
  const listeners = pubSub(failed)
  const closed = new AbortController()
  let client: Promise<Client> | null = null

  /** Connects and listens to all channels. Rejects only after `close`. */
  async function connected(isAgain: boolean): Promise<Client> {
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      closed.signal.throwIfAborted()
      const fresh = newClient()
      try {
        watch(fresh)
        await fresh.connect()
        for (const channel of listeners.channels())
          await fresh.query(`LISTEN ${fresh.escapeIdentifier(channel)}`)
        if (isAgain) listeners.wakeAll()
        return fresh
      } catch (error) {
        await endClient(fresh)
        isAgain = true
        failed(error)
        await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: closed.signal, ref: false })
      }
    }
  }

  function watch(fresh: Client) {
    fresh.on('notification', ({ channel }) => listeners.wake(channel))
    fresh.on('error', () => {})
    const heartbeat = setInterval(() => {
      fresh.query('SELECT 1').catch(() => endClient(fresh))
    }, heartbeatMs)
    heartbeat.unref()
    fresh.once('end', () => {
      clearInterval(heartbeat)
      void client?.then(
        (current) => {
          if (current !== fresh || closed.signal.aborted) return
          failed(new Error('The connection that listens to the database was lost'))
          client = connected(true)
          client.catch(() => {})
        },
        () => {},
      )
    })
  }

  return {
    async listen(channel: string, onWake: () => void): Promise<() => Promise<void>> {
      const remove = listeners.add(channel, onWake)
      client ??= connected(false)
      const current = await client
      // If the connection is lost here, its replacement listens to this channel, too, and wakes it.
      await current.query(`LISTEN ${current.escapeIdentifier(channel)}`).catch(() => endClient(current))
      return async () => {
        if (!remove() || closed.signal.aborted) return
        await client
          ?.then((current) => current.query(`UNLISTEN ${current.escapeIdentifier(channel)}`))
          .catch(() => {})
      }
    },
    async close() {
      closed.abort()
      await client?.then(endClient).catch(() => {})
    },
  }
}
