import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { until } from './daemon.ts'
import type { Node } from './node.ts'
import { oldTimeline } from './old-timeline.ts'
import type { Attempt } from './orders.ts'

export type Fault = {
  title: string
  /** The most that writes may take to work again (ms); null where they must not before the fault is over. */
  limitMs: number | null
  /** Causes the fault, waits until its effects are over or for as long as it is to last, and mends what it broke. */
  play: (cluster: Cluster, happening: Happening) => Promise<void>
  /** Sentences about what must not have happened, besides what always holds. */
  problems?: (played: Played) => string[]
}
/** `struck` and `mended` note the times of the fault. */
type Happening = { struck: () => void; mended: () => void; notes: string[] }
export type Played = { attempts: readonly Attempt[]; struckAt: number; mendedAt: number; notes: string[] }

const FROZEN_MS = 60_000
const TTL_MS = 20_000

/** Waits a little longer than a limit, so that a longer outage is seen. */
const past = (limitMs: number) => wait(limitMs + 2_000)

/** Waits until another node than `old` is the leader. */
const replaced = (cluster: Cluster, old: Node) =>
  until(
    async () => (await cluster.members()).some(({ role, name }) => role === 'leader' && name !== old.name),
    60_000,
    () => `No other node became the leader:\n${cluster.logs().join('\n')}`,
  )

export const faults: Record<string, Fault> = {
  postmaster: {
    title: "kill -9 of the primary's postmaster",
    limitMs: 10_000,
    play: async (cluster, { struck, mended }) => {
      const old = await cluster.leader()
      struck()
      old.killPostmaster()
      await past(10_000)
      await replaced(cluster, old)
      mended()
    },
  },
  switchover: {
    title: 'planned switchover',
    limitMs: 8_000,
    play: async (cluster, { struck, mended }) => {
      const [from, to] = [await cluster.leader(), await cluster.syncStandby()]
      struck()
      await cluster.switchover(from, to)
      await past(8_000)
      await replaced(cluster, from)
      mended()
    },
  },
  node: {
    title: 'kill -9 of postmaster and Patroni',
    limitMs: 25_000,
    play: async (cluster, { struck, mended }) => {
      const old = await cluster.leader()
      struck()
      await old.killDatabase()
      await past(25_000)
      await replaced(cluster, old)
      mended()
      old.startPatroni()
    },
  },
  frozen: {
    title: 'primary node frozen for 60 s, then continued',
    limitMs: 25_000,
    play: async (cluster, { struck, mended, notes }) => {
      const old = await cluster.leader()
      const direct = await oldTimeline(cluster, old)
      struck()
      old.freeze()
      await wait(FROZEN_MS)
      mended()
      old.thaw()
      await cluster.well()
      const { acknowledged, lost } = await direct.compare(await cluster.leader())
      notes.push(`${acknowledged} writes made directly on the old primary were acknowledged`)
      if (lost > 0) notes.push(`BROKEN: ${lost} of them are not on the new one`)
    },
    problems: ({ notes }) => notes.filter((note) => note.startsWith('BROKEN')),
  },
  standby: {
    title: 'synchronous standby frozen for 60 s',
    limitMs: 5_000,
    play: async (cluster, { struck, mended }) => {
      const standby = await cluster.syncStandby()
      struck()
      standby.freeze()
      await wait(FROZEN_MS)
      mended()
      standby.thaw()
    },
  },
  both: {
    title: 'primary and synchronous standby killed',
    limitMs: null,
    play: async (cluster, { struck, mended, notes }) => {
      const [leader, standby] = [await cluster.leader(), await cluster.syncStandby()]
      const third = cluster.nodes.find((node) => node !== leader && node !== standby)
      struck()
      await Promise.all([leader.killDatabase(), standby.killDatabase()])
      const end = performance.now() + 2 * TTL_MS
      while (performance.now() < end) {
        const role = (await third?.status())?.role
        if (role !== undefined && role !== 'replica') notes.push(`BROKEN: the third node became ${role}`)
        await wait(1_000)
      }
      mended()
      leader.startPatroni()
      standby.startPatroni()
    },
    problems: ({ attempts, struckAt, mendedAt, notes }) => {
      // A write that began before the fault may have been acknowledged after it.
      const acknowledged = attempts.filter(
        ({ startedAt, endedAt, outcome }) =>
          startedAt > struckAt + 1_000 && endedAt < mendedAt && outcome === 'ok',
      ).length
      const promoted = notes.filter((note) => note.startsWith('BROKEN'))
      return acknowledged > 0
        ? [...promoted, `${acknowledged} writes were acknowledged by one node alone`]
        : promoted
    },
  },
  etcd: {
    title: 'etcd stopped for 60 s',
    limitMs: 0,
    play: async (cluster, { struck, mended }) => {
      struck()
      await Promise.all(cluster.nodes.map((node) => node.stopEtcd()))
      await wait(FROZEN_MS)
      mended()
      for (const node of cluster.nodes) node.startEtcd()
    },
    problems: ({ attempts, struckAt }) => {
      const failed = attempts.filter(({ endedAt, outcome }) => endedAt > struckAt && outcome !== 'ok').length
      return failed > 0 ? [`${failed} writes failed`] : []
    },
  },
}
