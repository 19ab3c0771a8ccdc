import { api } from '@kirana/contract'
import { startPostgres } from '@kirana/testing/postgres'
import { expect, test } from 'vitest'
import { home } from '../testing/factories.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'
import { noteResult } from '../testing/results.ts'

const { started } = serverProcesses()
const seconds = Number(process.env.SECONDS ?? 10)
/** Sign-ins in progress, each from a different /64. */
const TRIES = 200

const wait = (ms: number) => new Promise((next) => setTimeout(next, ms))
const quantile = (times: readonly number[], part: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN)

test.each(['embedded', 'server'])(
  'serves customers while changing /64s of one /48 guess passwords: %s engine',
  async (engine) => {
    const postgres = engine === 'server' ? await startPostgres({ durable: true }) : null
    const server = await started({
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'on',
      ...(postgres && { DATABASE_URL: postgres.url }),
    })
    const { address } = server
    const shop = await openShop(server)
    const quote = { items: [shop.item], pincode: home.pincode }

    const until = performance.now() + seconds * 1_000
    const guessed: Record<number, number> = {}
    let households = 0
    const guess = async () => {
      while (performance.now() < until) {
        const n = households++
        const from = { 'x-forwarded-for': `2001:db8:1:${(n % 0xffff).toString(16)}::1` }
        const body = { username: `name${n}`, password: 'Wrong@123' }
        const status = (await callOver(address, api.staff.login, { body }, from))?.status ?? 0
        guessed[status] = (guessed[status] ?? 0) + 1
        // Limits the rate of the flood, because rejections return at once.
        if (status !== 401) await wait(100)
      }
    }
    const times: number[] = []
    const statuses = new Set<number>()
    const shopAtLeisure = async () => {
      while (performance.now() < until) {
        const from = performance.now()
        const answer = await callOver(address, api.storeOrders.quote, { body: quote }, shop.customer)
        times.push(performance.now() - from)
        statuses.add(answer?.status ?? 0)
        await wait(50)
      }
    }
    await Promise.all([shopAtLeisure(), ...Array.from({ length: TRIES }, guess)])

    const answeredMs = { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) }
    noteResult(`signIns-${engine}`, { guessed, customers: { calls: times.length, answeredMs } })
    server.child.kill('SIGTERM')
    await server.ended
    await postgres?.stop()
    expect([...statuses]).toEqual([200])
    expect(answeredMs.p50).toBeLessThan(1_000)
    // Beyond a hundred wrong passwords a day, one is checked every few seconds at most.
    expect(guessed[401] ?? 0).toBeLessThan(150)
  },
)
