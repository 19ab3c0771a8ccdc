import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { startHaproxy, withoutHaproxy } from '@kirana/testing/database/haproxy'
import { startPostgres, startStandby } from '@kirana/testing/postgres'
import { runProgram } from '@kirana/testing/program'
import { tcpProxy } from '@kirana/testing/tcp-proxy'
import { where } from '@kirana/testing/where'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { callOver } from '../testing/processes/process-shop.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { noteResult } from '../testing/results.ts'

const { started } = serverProcesses()
const WRITES = 500
/** A customer has at most five open withdrawals. */
const CUSTOMERS = WRITES / 5
const AT_ONCE = 20
/** No call takes longer, whatever happens to the database. */
const LONGEST_MS = 40_000
/** The writes take a quarter of a minute, and each fault up to a hundred seconds more. */
const PATIENCE_MS = 420_000

type Proxy = Awaited<ReturnType<typeof tcpProxy>>
type Write = { key: string; customer: string; statuses: number[]; code: string }
type People = { customers: { token: string }[] }

/**
 * Requests withdrawals of a rupee, each with a key, until there are `WRITES`; they continue while the database is cut
 * off.
 */
function withdrawals(address: string, { customers }: People) {
  const writes: Write[] = []
  const answers: { at: number; status: number; ms: number }[] = []
  async function send(write: Write) {
    const headers = { authorization: `Bearer ${write.customer}`, 'idempotency-key': write.key }
    const began = performance.now()
    const body = { amount: 1, upiId: 'ravi@upi' }
    const answer = await callOver(address, api.storeWallet.withdraw, { body }, headers)
    const at = performance.now()
    answers.push({ at, status: answer?.status ?? 0, ms: at - began })
    write.statuses.push(answer?.status ?? 0)
    write.code = (answer as { code?: string } | null)?.code ?? ''
    return answer?.status ?? 0
  }
  async function work() {
    while (writes.length < WRITES) {
      const customer = customers[writes.length % customers.length]?.token ?? ''
      const write: Write = { key: `write ${writes.length}`, customer, statuses: [], code: '' }
      writes.push(write)
      await send(write)
      await wait(600)
    }
  }
  const over = Promise.all(Array.from({ length: AT_ONCE }, work))
  return {
    writes,
    answers,
    send,
    over,
    /** Waits until `count` writes have begun. */
    begun: async (count: number) => {
      while (writes.length < count) await wait(10)
    },
    /** The time from `since` until a write that began after it succeeded, in ms. */
    worksAgain: async (since: number) => {
      for (;;) {
        const found = answers.find(({ at, status, ms }) => status === 200 && at - ms >= since)
        if (found) return Math.round(found.at - since)
        await wait(20)
      }
    },
  }
}

/** A store with customers on a PostgreSQL server, and a process that reaches it through `way`. */
async function openStore(way: (url: string) => Promise<string>) {
  const postgres = await startPostgres()
  const server = await started({ DATABASE_URL: await way(postgres.url), LOG_LEVEL: 'silent' })
  const program = ['server/src/testing/processes/write-people.ts', String(CUSTOMERS)]
  const { code, said } = await runProgram(program, { DATABASE_URL: postgres.url }).ended
  if (code !== 0) throw new Error(said)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const stored = async () =>
    (await client.query<{ n: number }>('SELECT count(*)::int AS n FROM withdrawals')).rows[0]?.n
  return {
    postgres,
    load: withdrawals(server.address, JSON.parse(said) as People),
    stored,
    close: async () => {
      await client.end()
      await server.stop()
      await postgres.stop()
    },
  }
}
type Store = Awaited<ReturnType<typeof openStore>>

/**
 * Repeats unacknowledged writes with their keys; then each write must have had one effect, and no answer may be 500.
 */
async function settled({ load, stored }: Store) {
  await load.over
  const before = await stored()
  const open = load.writes.filter(({ statuses }) => !statuses.includes(200))
  const unknown = open.filter(({ code }) => code === 'unknown').length
  const acknowledged = load.writes.length - open.length
  const times = load.answers.map(({ ms }) => ms)
  const statuses = [...new Set(load.answers.map(({ status }) => status))].toSorted((a, b) => a - b)
  for (const write of open) expect(await load.send(write)).toBe(200)
  expect(await stored()).toBe(load.writes.length)
  expect(statuses).toEqual([200, 503])
  expect(Math.max(...times)).toBeLessThan(LONGEST_MS)
  return {
    writes: load.writes.length,
    acknowledged,
    unknown,
    storedWithoutAnswer: (before ?? 0) - acknowledged,
    longestMs: Math.round(Math.max(...times)),
  }
}

test(
  'a database that is unreachable or read only costs no write, and is used again',
  { timeout: PATIENCE_MS },
  async () => {
    let proxy: Proxy | undefined
    const store = await openStore(async (url) => (proxy = await tcpProxy(url)).url)
    if (!proxy) throw new Error('No proxy')
    const { load, postgres } = store
    const standby = await startStandby(postgres.url)

    // The answers of the database are lost for a second, those to COMMIT among them.
    await load.begun(80)
    proxy.mute()
    await wait(1_000)
    proxy.mend()
    const afterMute = await load.worksAgain(performance.now())

    // The network drops all packets for a minute.
    await load.begun(160)
    proxy.blackhole()
    await wait(60_000)
    proxy.mend()
    const afterBlackhole = await load.worksAgain(performance.now())

    // The primary is demoted: its address answers as a standby.
    await load.begun(260)
    proxy.aim(standby.url)
    await wait(5_000)
    const isRead = load.answers.slice(-5).map(({ status }) => status)
    proxy.aim(postgres.url)
    const afterReadOnly = await load.worksAgain(performance.now())

    const outcome = await settled(store)
    noteResult('databaseCutOff', { ...outcome, worksAgainMs: { afterMute, afterBlackhole, afterReadOnly } })
    await store.close()
    await standby.stop()
    await proxy.close()
    expect(isRead).toEqual([503, 503, 503, 503, 503])
    expect(outcome.unknown).toBeGreaterThan(0)
    for (const ms of [afterMute, afterBlackhole, afterReadOnly]) expect(ms).toBeLessThan(40_000)
  },
)

where(withoutHaproxy, () => {
  test(
    'behind HAProxy, a database that is unreachable on one way is used on another',
    { timeout: PATIENCE_MS },
    async () => {
      const ways: Proxy[] = []
      let haproxy: Awaited<ReturnType<typeof startHaproxy>> | undefined
      const store = await openStore(async (url) => {
        ways.push(await tcpProxy(url), await tcpProxy(url))
        haproxy = await startHaproxy(ways[0]?.url ?? '', ways[1]?.url ?? '')
        return haproxy.url
      })
      await store.load.begun(250)
      ways[0]?.blackhole()
      const worksAgainMs = await store.load.worksAgain(performance.now())
      const outcome = await settled(store)
      noteResult('databaseCutOffHaproxy', { ...outcome, worksAgainMs })
      await store.close()
      await haproxy?.stop()
      for (const way of ways) await way.close()
      expect(worksAgainMs).toBeLessThan(10_000)
    },
  )
})
