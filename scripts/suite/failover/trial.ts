import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { listener } from '../processes/listener.ts'
import type { Cluster } from './cluster.ts'
import { until, within } from './daemon.ts'
import type { Fault } from './faults.ts'
import { type Orders, orders, outageOf, outcomesOf } from './orders.ts'
import type { openShop } from './shop.ts'

type Store = Awaited<ReturnType<typeof openShop>>
type Listener = ReturnType<typeof listener>
export type Trial = Awaited<ReturnType<typeof tryFault>>

/** The load of this machine in the last minute. */
export const load1 = () => Number((loadavg()[0] ?? 0).toFixed(1))

const BEFORE_MS = 4_000
const AFTER_MS = 4_000
const EVENTS_MS = 10_000
const STREAMS_MS = 15_000
const VERIFY_MS = 120_000

/** Plays a fault under 20 orders a second and 4 live streams, waits until the cluster is complete, and compares. */
export async function tryFault(fault: Fault, cluster: Cluster, store: Store) {
  await cluster.well()
  await store.touch()
  const { origins } = store.shop
  const listeners = [0, 1, 2, 0].map((n) => listener(() => origins[n] ?? '', store.staff, 'order.created'))
  let load: Orders | null = null
  try {
    await until(
      () => listeners.every((one) => one.isOpen()),
      STREAMS_MS,
      () => 'The live streams did not open',
    )
    const before = await store.stored(await store.now())
    const from = await store.now()
    load = orders(store.shop)
    return await play({ fault, cluster, store, listeners, load, from, reservedBefore: before.reserved })
  } finally {
    await load?.stop(0)
    await Promise.all(listeners.map((one) => one.close()))
  }
}

type Stage = {
  fault: Fault
  cluster: Cluster
  store: Store
  listeners: readonly Listener[]
  load: Orders
  /** The database's time before the first order, and the pieces reserved until then. */
  from: string
  reservedBefore: number
}

async function play({ fault, cluster, store, listeners, load, from, reservedBefore }: Stage) {
  await wait(BEFORE_MS)
  let [struckAt, mendedAt] = [Infinity, Infinity]
  const notes: string[] = []
  const broken: string[] = []
  await fault.play(cluster, {
    struck: () => (struckAt = performance.now()),
    mended: () => (mendedAt = performance.now()),
    notes,
    problems: broken,
  })
  await cluster.well()
  await wait(AFTER_MS)
  const end = performance.now()
  await load.stop()

  const { attempts, acknowledged, refused } = load
  const { ids, reserved } = await store.stored(from)
  const stored = new Set(ids)
  const acknowledgedIds = acknowledged.map(({ id }) => id)
  const missed = () =>
    listeners.map(({ received }) => acknowledgedIds.filter((id) => !received.has(id)).length)
  const deadline = performance.now() + EVENTS_MS
  while (missed().some((n) => n > 0) && performance.now() < deadline) await wait(50)
  const eventsMissed = missed()
  const twice = listeners.map(({ received }) => [...received.values()].filter((times) => times > 1).length)
  const resets = listeners.map(({ resetAt }) => resetAt.length)
  const verified = await within(store.verify(), VERIFY_MS, () => 'data:verify did not end')

  const during = outageOf(attempts, { from: struckAt, to: mendedAt, end })
  const afterwards = outageOf(attempts, { from: mendedAt, to: Infinity, end })
  const silent = [...new Set([...during.silent, ...afterwards.silent])]
  const outcomes = outcomesOf(attempts)
  const lost = acknowledgedIds.filter((id) => !stored.has(id)).length
  const sum = (counts: number[]) => counts.reduce((total, n) => total + n, 0)
  const problem = (isSo: boolean, sentence: string) => (isSo ? [sentence] : [])
  const problems = [
    ...broken,
    ...(fault.problems?.({ attempts, struckAt, mendedAt }) ?? []),
    ...problem(
      fault.isOfPauses === true && during.pauseMs > (fault.limitMs ?? 0),
      `writes paused for ${during.pauseMs} ms, more than ${fault.limitMs}`,
    ),
    ...problem(
      fault.limitMs !== null && !fault.isOfPauses && during.outageMs > fault.limitMs,
      `writes worked again after ${during.outageMs} ms, more than ${fault.limitMs}`,
    ),
    ...problem(
      afterwards.outageMs > fault.afterwardsLimitMs,
      `writes worked again ${afterwards.outageMs} ms after the repair, more than ${fault.afterwardsLimitMs}`,
    ),
    ...problem(silent.length > 0, `acknowledged nothing at the end: ${silent.join(', ')}`),
    ...problem(load.unsettled() > 0, `${load.unsettled()} orders neither acknowledged nor refused`),
    ...problem((outcomes['broken'] ?? 0) > 0, `${outcomes['broken']} calls without a complete response`),
    ...problem(lost > 0, `${lost} acknowledged orders are lost`),
    ...problem(new Set(acknowledgedIds).size < acknowledgedIds.length, 'two keys got the same order'),
    ...problem(
      stored.size !== acknowledgedIds.length,
      `${acknowledgedIds.length} orders acknowledged, ${stored.size} stored`,
    ),
    ...problem(
      reserved - reservedBefore !== stored.size,
      `${stored.size} orders reserved ${reserved - reservedBefore} pieces`,
    ),
    ...problem(refused.length > 0, `${refused.length} orders refused, such as: ${refused[0]}`),
    ...problem(sum(eventsMissed) > 0, `events missed by the streams: ${eventsMissed.join(', ')}`),
    ...problem(sum(twice) > 0, `events received twice: ${twice.join(', ')}`),
    ...problem(sum(resets) > 0, `streams reset although nothing was lost: ${resets.join(', ')}`),
    ...problem(verified.code !== 0, `data:verify: ${verified.said}`),
  ]
  return {
    outageMs: during.outageMs,
    pauseMs: during.pauseMs,
    settledMs: during.settledMs,
    afterwardsMs: afterwards.outageMs,
    orders: acknowledgedIds.length,
    outcomes,
    load: load1(),
    notes,
    problems,
  }
}
