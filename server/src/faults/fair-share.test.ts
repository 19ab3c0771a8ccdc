import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import autocannon from 'autocannon'
import { expect, test } from 'vitest'
import { startPostgres } from '@kirana/testing/postgres'
import { home } from '../testing/factories.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'
import { repeat, wait } from '../testing/processes/repeat.ts'
import { noteResult } from '../testing/results.ts'

const { started } = serverProcesses()
const seconds = Number(process.env.SECONDS ?? 30)

type Headers = Record<string, string>
/** Opens a board's live stream; the returned function closes it and returns the orders it received. */
async function openBoard(address: string, headers: Headers) {
  const closed = new AbortController()
  const answer = await fetch(`${address}/api/v1${api.events.listen.path}`, { headers, signal: closed.signal })
  if (answer.status !== 200) throw new Error(`The stream answers ${answer.status}`)
  const seen = new Set<string>()
  const reading = (async () => {
    let rest = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const order = /^data: .*?"_id":"([^"]+)"/.exec(line)?.[1]
        if (order) seen.add(order)
      }
    }
  })().catch(() => {})
  return async () => {
    await wait(5_000)
    closed.abort()
    await reading
    return seen
  }
}

test.each(['embedded', 'server'])(
  'serves others and every board event while one client floods the server: %s engine',
  async (engine) => {
    const postgres = engine === 'server' ? await startPostgres({ durable: true }) : null
    const server = await started({
      LOG_LEVEL: 'warn',
      ...(postgres && { DATABASE_URL: postgres.url }),
    })
    const { address } = server
    const shop = await openShop(server)
    const { headers: ravi } = await shop.signInCustomer('+919800000002')
    // One customer may place 30 orders a minute.
    const orderers: Headers[] = []
    for (let n = 0; n < 8; n++) orderers.push((await shop.newCustomer(n)).headers)
    let orders = 0
    const nextOrderer = () => orderers[orders++ % orderers.length] ?? ravi
    const large = await shop.items(100)

    const quote = { items: [shop.item], pincode: home.pincode }
    const listOrders = () =>
      callOver(address, api.orders.list, { params: { page: 1 }, query: {} }, shop.staff)
    const placed = new Set<string>()
    const place = async (items: readonly (typeof shop.item)[], who: Headers) => {
      const headers = { ...who, 'idempotency-key': randomUUID() }
      const body = { items: [...items], address: home, payment: 'cod' as const }
      const answer = await callOver(address, api.storeOrders.place, { body }, headers)
      if (answer?.status === 200) placed.add(answer.data._id)
      return answer
    }
    const watchOthers = () => {
      const ends = {
        staff: repeat(listOrders, 50),
        quotes: repeat(() => callOver(address, api.storeOrders.quote, { body: quote }, ravi), 100),
        orders: repeat(() => place([shop.item], nextOrderer()), 400),
      }
      return async () => ({
        staff: await ends.staff(),
        quotes: await ends.quotes(),
        orders: await ends.orders(),
      })
    }
    const board = await openBoard(address, shop.staff)

    const calm = watchOthers()
    await wait(5_000)
    const alone = await calm()

    const besideQuotes = watchOthers()
    const flood = await autocannon({
      url: address,
      connections: 200,
      workers: 1,
      duration: seconds,
      timeout: 20,
      requests: [
        {
          method: 'POST',
          path: `/api/v1${api.storeOrders.quote.path}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(quote),
        },
      ],
    })
    const quotesOfOne = await besideQuotes()

    const besideOrders = watchOthers()
    const until = performance.now() + seconds * 1_000
    const flooded: Record<number, number> = {}
    const hammer = async () => {
      while (performance.now() < until) {
        const status = (await place(large, shop.customer))?.status ?? 0
        flooded[status] = (flooded[status] ?? 0) + 1
        // Limits the rate of the flood, because rejections return at once.
        if (status !== 200) await wait(20)
      }
    }
    await Promise.all(Array.from({ length: 90 }, hammer))
    const ordersOfOne = await besideOrders()

    const seen = await board()
    const missed = [...placed].filter((id) => !seen.has(id)).length
    noteResult(`fairShare-${engine}`, {
      alone,
      twoHundredConnections: {
        flood: Object.fromEntries(
          Object.entries(flood.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
        ),
        others: quotesOfOne,
      },
      ninetyParallelOrders: { flood: flooded, others: ordersOfOne },
      board: { orders: placed.size, missed },
    })
    server.child.kill('SIGTERM')
    await server.ended
    await postgres?.stop()
    for (const others of [quotesOfOne, ordersOfOne]) {
      for (const { statuses } of Object.values(others)) expect(Object.keys(statuses)).toEqual(['200'])
      expect(others.staff.answeredMs.p99).toBeLessThan(1_000)
      expect(others.quotes.answeredMs.p99).toBeLessThan(1_000)
    }
    expect(missed).toBe(0)
  },
)
