import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { until } from './daemon.ts'
import type { Node } from './node.ts'
import { oldTimeline } from './old-timeline.ts'
import type { Attempt } from './orders.ts'

export type Fault = {
  title: string
  /** The longest time until writes work again (ms); null: writes must fail until the repair. */
  limitMs: number | null
  /** The limit applies to the longest pause instead: writes work during the fault, with one pause or more. */
  isOfPauses?: true
  /** The longest time until writes work again after the repair (ms). */
  afterwardsLimitMs: number
  /** Causes the fault, waits, and repairs the cluster. */
  play: (cluster: Cluster, happening: Happening) => Promise<void>
  /** Problems of this fault alone; those of all faults are in trial.ts. */
  problems?: (played: Played) => string[]
}
/** `struck` and `mended` note the times of the fault; `problems` are sentences about what must not happen. */
type Happening = { struck: () => void; mended: () => void; notes: string[]; problems: string[] }
export type Played = { attempts: readonly Attempt[]; struckAt: number; mendedAt: number }

const FROZEN_MS = 60_000
const TTL_MS = 20_000
/** A machine that returns may disturb writes for as long as a lost standby does. */
const RETURN_MS = 5_000

/** Waits a little longer than a limit, so that a longer outage is seen. */
const past = (limitMs: number) => wait(limitMs + 2_000)

/** Waits until another node than `old` is the leader. */
export const replaced = (cluster: Cluster, old: Node) =>
  until(
    async () => (await cluster.members()).some(({ role, name }) => role === 'leader' && name !== old.name),
    60_000,
    () => `No other node became the leader:\n${cluster.logs().join('\n')}`,
  )

export const faults: Record<string, Fault> = {
  postmaster: {
    title: "kill -9 of the primary's postmaster",
    limitMs: 10_000,
    afterwardsLimitMs: RETURN_MS,
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
    afterwardsLimitMs: RETURN_MS,
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
    afterwardsLimitMs: RETURN_MS,
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
    afterwardsLimitMs: RETURN_MS,
    play: async (cluster, { struck, mended, notes, problems }) => {
      const old = await cluster.leader()
      const direct = await oldTimeline(cluster, old)
      try {
        struck()
        old.freeze()
        await wait(FROZEN_MS)
        mended()
        old.thaw()
        await cluster.well()
        const { acknowledged, lost } = await direct.compare(await cluster.leader())
        notes.push(`${acknowledged} writes made directly on the old primary were acknowledged`)
        if (lost > 0) problems.push(`${lost} of them are not on the new one`)
      } finally {
        await direct.end()
      }
    },
  },
  standby: {
    title: 'synchronous standby frozen for 20 s',
    limitMs: 5_000,
    isOfPauses: true,
    afterwardsLimitMs: RETURN_MS,
    play: async (cluster, { struck, mended }) => {
      const standby = await cluster.syncStandby()
      struck()
      standby.freeze()
      await wait(TTL_MS)
      mended()
      standby.thaw()
    },
  },
  both: {
    title: 'primary and synchronous standby killed',
    limitMs: null,
    afterwardsLimitMs: 25_000,
    play: async (cluster, { struck, mended, problems }) => {
      const [leader, standby] = [await cluster.leader(), await cluster.syncStandby()]
      const third = cluster.nodes.find((node) => node !== leader && node !== standby)
      struck()
      await Promise.all([leader.killDatabase(), standby.killDatabase()])
      const end = performance.now() + 2 * TTL_MS
      const roles = new Set<string>()
      while (performance.now() < end) {
        const status = await third?.status()
        if (status) roles.add(status.role)
        await wait(1_000)
      }
      if (roles.size === 0) problems.push('the third node never answered')
      for (const role of roles) if (role !== 'replica') problems.push(`the third node became ${role}`)
      mended()
      leader.startPatroni()
      standby.startPatroni()
    },
    problems: ({ attempts, struckAt, mendedAt }) => {
      // A write that began before the fault may have been acknowledged after it.
      const acknowledged = attempts.filter(
        ({ startedAt, endedAt, outcome }) =>
          startedAt > struckAt + 1_000 && endedAt < mendedAt && outcome === 'ok',
      ).length
      return acknowledged > 0 ? [`${acknowledged} writes were acknowledged by one node alone`] : []
    },
  },
  etcd: {
    title: 'etcd stopped for 60 s',
    // No pause between acknowledgments may exceed a second.
    limitMs: 1_000,
    afterwardsLimitMs: RETURN_MS,
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
