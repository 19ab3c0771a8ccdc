import { setTimeout as wait } from 'node:timers/promises'
import { listener } from '../processes/listener.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import { orders, outageOf, outcomesOf } from './orders.ts'
import type { openShop } from './shop.ts'

type Store = Awaited<ReturnType<typeof openShop>>
export type Trial = Awaited<ReturnType<typeof tryFault>>

const BEFORE_MS = 4_000
const AFTER_MS = 4_000
const EVENTS_MS = 10_000

/** Plays a fault under 20 orders a second and 4 live streams, waits until the cluster is complete, and compares. */
export async function tryFault(fault: Fault, cluster: Cluster, store: Store) {
  await cluster.well()
  await store.touch()
  const before = await store.stored(await store.now())
  const from = await store.now()
  const { origins } = store.shop
  const listeners = [0, 1, 2, 0].map((n) => listener(() => origins[n] ?? '', store.staff, 'order.created'))
  while (!listeners.every((one) => one.isOpen())) await wait(50)
  const { attempts, acknowledged, refused, stop } = orders(store.shop)
  await wait(BEFORE_MS)

  let [struckAt, mendedAt] = [Infinity, Infinity]
  const notes: string[] = []
  await fault.play(cluster, {
    struck: () => (struckAt = performance.now()),
    mended: () => (mendedAt = performance.now()),
    notes,
  })
  await cluster.well()
  await wait(AFTER_MS)
  await stop()

  const { ids, reserved } = await store.stored(from)
  const stored = new Set(ids)
  const told = acknowledged.map(({ id }) => id)
  const missed = () => listeners.map(({ received }) => told.filter((id) => !received.has(id)).length)
  const deadline = performance.now() + EVENTS_MS
  while (missed().some((n) => n > 0) && performance.now() < deadline) await wait(50)
  const eventsMissed = missed()
  const twice = listeners.map(({ received }) => [...received.values()].filter((times) => times > 1).length)
  const resets = listeners.map(({ resetAt }) => resetAt.length)
  await Promise.all(listeners.map((one) => one.close()))
  const verified = await store.verify()

  const { outageMs, settledMs } = outageOf(attempts, struckAt, mendedAt)
  const lost = told.filter((id) => !stored.has(id)).length
  const sum = (counts: number[]) => counts.reduce((total, n) => total + n, 0)
  const problems = [
    ...(fault.problems?.({ attempts, struckAt, mendedAt, notes }) ?? []),
    ...(fault.limitMs !== null && outageMs > fault.limitMs && fault.limitMs > 0
      ? [`writes worked again after ${outageMs} ms, more than ${fault.limitMs}`]
      : []),
    ...(lost > 0 ? [`${lost} acknowledged orders are lost`] : []),
    ...(new Set(told).size < told.length ? ['two keys got the same order'] : []),
    ...(stored.size !== told.length ? [`${told.length} orders acknowledged, ${stored.size} stored`] : []),
    ...(reserved - before.reserved !== stored.size
      ? [`${stored.size} orders reserved ${reserved - before.reserved} pieces`]
      : []),
    ...(refused.length > 0 ? [`${refused.length} orders refused, such as: ${refused[0]}`] : []),
    ...(sum(eventsMissed) > 0 ? [`events missed by the streams: ${eventsMissed.join(', ')}`] : []),
    ...(sum(twice) > 0 ? [`events received twice: ${twice.join(', ')}`] : []),
    ...(sum(resets) > 0 ? [`streams reset although nothing was lost: ${resets.join(', ')}`] : []),
    ...(verified.code === 0 ? [] : [`data:verify: ${verified.said}`]),
  ]
  const afterwards = outageOf(attempts, mendedAt, Infinity)
  return {
    outageMs,
    settledMs,
    afterwardsMs: afterwards.outageMs,
    orders: told.length,
    outcomes: outcomesOf(attempts),
    notes,
    problems,
  }
}
