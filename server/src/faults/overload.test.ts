import autocannon from 'autocannon'
import { expect, test } from 'vitest'
import { startPostgres } from '@kirana/testing/postgres'
import { home } from '../testing/factories.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { openShop } from '../testing/processes/process-shop.ts'
import { noteResult } from '../testing/results.ts'

const { started } = serverProcesses()

/** Polls the liveness check; the returned function stops and returns the slowest response and the failures. */
function pollHealth(address: string) {
  const seen = { slowestMs: 0, asked: 0, unanswered: 0 }
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const from = performance.now()
      const answer = await fetch(`${address}/health/live`).catch(() => null)
      seen.asked++
      if (answer?.status !== 200) seen.unanswered++
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - from))
      await new Promise((next) => setTimeout(next, 50))
    }
  })()
  return async () => {
    isOver = true
    await asking
    return seen
  }
}

test('answers every request and health check at five times its capacity, and recovers', async () => {
  const postgres = await startPostgres({ durable: true })
  const server = await started({
    LOG_LEVEL: 'silent',
    DATABASE_URL: postgres.url,
  })
  const { address } = server
  const shop = await openShop(server)
  // A read: a write would measure the disk.
  const ask = {
    method: 'POST' as const,
    path: '/api/v1/store/quote',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [shop.item], pincode: home.pincode }),
  }
  const load = (more: Partial<autocannon.Options>) =>
    autocannon({
      url: address,
      requests: [ask],
      ...more,
    })
  await load({ connections: 16, duration: 2 })
  const served = await load({ connections: 16, duration: 5 })
  const capacity = Math.round(served.requests.average)

  const healthSeen = pollHealth(address)
  const storm = await load({ connections: 300, overallRate: 5 * capacity, duration: 10, timeout: 10 })
  const over = performance.now()
  const health = await healthSeen()
  let recoveredMs = 0
  for (;;) {
    const from = performance.now()
    const { status } = await fetch(`${address}${ask.path}`, ask)
    recoveredMs = Math.round(performance.now() - over)
    if (status === 200 && performance.now() - from < 500) break
  }
  const statuses = Object.fromEntries(
    Object.entries(storm.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
  )
  const { p50, p99, max } = storm.latency
  noteResult('overload', {
    capacityPerSecond: capacity,
    offeredPerSecond: 5 * capacity,
    statuses,
    unanswered: storm.errors,
    answeredMs: { p50, p99, max },
    health,
    recoveredMs,
  })
  server.child.kill('SIGTERM')
  await server.ended
  await postgres.stop()
  expect(Object.keys(statuses).toSorted()).toEqual(['200', '429'])
  expect([storm.errors, health.unanswered]).toEqual([0, 0])
  expect(recoveredMs).toBeLessThan(5_000)
})
