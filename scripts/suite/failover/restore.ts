import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { succeeded } from '@kirana/testing/database/pgbackrest'
import { listener } from '../processes/listener.ts'
import { compared, query, storedIn } from '../recovery/database.ts'
import { dataCommand, untilReady } from '../recovery/recover.ts'
import { addGoods, type Load, placeOrders, signIn } from '../recovery/shop.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { until, within } from './daemon.ts'
import { replaced } from './faults.ts'
import { fillStore } from './shop.ts'
import { load1 } from './trial.ts'

export type RestoreTrial = Awaited<ReturnType<typeof tryRestore>>

const PER_SECOND = 20
const SHOPPERS = 150
/** Seconds of orders: before the failover, from it to the mistake, from the mistake until it is noticed, after the restore. */
const [BEFORE, BETWEEN, UNNOTICED, AFTERWARDS] = [10, 10, 5, 10]
const STREAMS_MS = 15_000
/** Every stream gets `reset` within this time after `npm run data:after-restore`. */
const RESET_MS = 4_000
const STOP_MS = 60_000
const RESTORE_MS = 180_000

/** Restores all three nodes to `target`, as docs/running/failover-recovery.md says. Returns how long each step took, in s. */
async function restore(cluster: Cluster, target: string) {
  const began = performance.now()
  const seconds = () => Number(((performance.now() - began) / 1000).toFixed(1))
  const first = await cluster.leader()
  const others = cluster.nodes.filter((node) => node !== first)
  const stopped = (node: typeof first) =>
    within(node.stopPatroni(), STOP_MS, () => `Patroni of ${node.name} did not end`)
  for (const node of [...others, first]) await stopped(node)
  for (const node of cluster.nodes) node.keepData()
  cluster.forget(first)
  const stoppedAfter = seconds()

  execFileSync('sed', ['-i.before', `s/#method: /method: /; s/TARGET/${target}/`, first.settings])
  // Until the passwords are set, Patroni may sign in from the machine's own address. All machines of this test share the
  // loopback interface, whose connections come from another address, so it uses the socket.
  execFileSync('sed', ['-i', 's/^postgresql:$/&\\n  use_unix_socket: true/', first.settings])
  first.startPatroni()
  const isPrimary = async () => (await first.status())?.role === 'master'
  await until(isPrimary, RESTORE_MS, () => `The cluster was not restored:\n${cluster.logs().join('\n')}`)
  execFileSync('mv', [`${first.settings}.before`, first.settings])
  const restoredAfter = seconds()

  for (const node of others) node.startPatroni()
  await cluster.well()
  return { stoppedAfter, restoredAfter, completeAfter: seconds() }
}

/**
 * Orders, a failover, a destructive statement, and a restore of all three nodes to one second before it, on a cluster of its
 * own in `folder`; then orders again. `use` gets the cluster, which the caller ends.
 */
export async function tryRestore(folder: string, use: (cluster: Cluster) => void) {
  const cluster = await prepareCluster(folder, { archiving: true })
  use(cluster)
  await cluster.start()
  const leader = await cluster.leader()
  succeeded(await leader.pgbackrest('stanza-create'))
  succeeded(await leader.pgbackrest('check'))
  const [app] = cluster.apps
  if (!app) throw new Error('The cluster has no app machine')
  const forApps = {
    DATA_DIR: join(folder, 'files'),
    SUPERADMIN_PASSWORD: 'Owner@1234',
    LOG_LEVEL: 'error',
  }
  const env = { ...forApps, SAMPLE_DATA: 'off', DATABASE_URL: app.database }
  await fillStore(env)
  for (const one of cluster.apps) await one.startApp(forApps)
  const people = await signIn(env, SHOPPERS)
  const goods = await addGoods(app.origin, people.staff)
  succeeded(await leader.pgbackrest('backup', '--type=full'))

  const streams = (cookie: string) =>
    [0, 1, 2, 0].map((n) => listener(() => cluster.apps[n]?.origin ?? '', cookie, 'order.created'))
  const listening = streams(people.staff)
  const opened = (some: typeof listening) =>
    until(
      () => some.every((one) => one.isOpen()),
      STREAMS_MS,
      () => 'The live streams did not open',
    )
  const loads: Load[] = []
  const start = (who: typeof people) => {
    const load = placeOrders(app.origin, who, goods, PER_SECOND)
    loads.push(load)
    return load
  }
  let fresh: typeof listening = []
  try {
    await opened(listening)
    const load = start(people)
    await wait(BEFORE * 1000)
    leader.killPostmaster()
    await replaced(cluster, leader)
    await cluster.well()
    await wait(BETWEEN * 1000)
    const [mistake] = await query<{ ms: number; target: string }>(
      app.database,
      `SELECT extract(epoch FROM at)::float8 * 1000 - 1000 AS ms, (at - interval '1 second')::text AS target
       FROM clock_timestamp() at`,
    )
    if (!mistake) throw new Error('PostgreSQL returned no time')
    await query(app.database, 'TRUNCATE orders CASCADE')
    await wait(UNNOTICED * 1000)
    const writes = await load.stop()

    const steps = await restore(cluster, mistake.target)
    await Promise.all(cluster.apps.map(({ origin }) => untilReady(origin)))
    const { code, output } = await dataCommand('after-restore', env)
    if (code !== 0) throw new Error(output)
    const preparedAt = performance.now()
    const silent = () => listening.filter(({ resetAt }) => resetAt.length === 0).length
    while (silent() > 0 && performance.now() < preparedAt + RESET_MS) await wait(50)
    const withoutReset = silent()

    const restored = compared(writes, await storedIn(app.database), mistake.ms)
    const verified = await dataCommand('verify', env)
    succeeded(await (await cluster.leader()).pgbackrest('backup', '--type=full'))

    const again = await signIn(env, SHOPPERS)
    fresh = streams(again.staff)
    await opened(fresh)
    const loadAgain = start(again)
    await wait(AFTERWARDS * 1000)
    const placed = (await loadAgain.stop()).filter(({ kind }) => kind === 'order')
    const failed = placed.filter(({ answeredAt }) => answeredAt === null)
    const missed = () =>
      fresh.map(({ received }) => placed.filter(({ id }) => id !== null && !received.has(id)).length)
    const deadline = performance.now() + STREAMS_MS
    while (missed().some((n) => n > 0) && performance.now() < deadline) await wait(50)

    const problem = (isSo: boolean, sentence: string) => (isSo ? [sentence] : [])
    const { acknowledgedBefore, lost, acknowledgedAfter, kept } = restored
    const problems = [
      ...problem(acknowledgedBefore === 0, 'no write was acknowledged before the moment'),
      ...problem(lost > 0, `${lost} writes acknowledged before the moment are lost`),
      ...problem(acknowledgedAfter === 0, 'no write was acknowledged after the moment'),
      ...problem(kept > 0, `${kept} writes made after the moment are there`),
      ...problem(withoutReset > 0, `${withoutReset} streams were not reset within ${RESET_MS} ms`),
      ...problem(verified.code !== 0, `data:verify: ${verified.output}`),
      ...problem(failed.length > 0, `${failed.length} orders after the restore failed: ${failed[0]?.body}`),
      ...problem(
        missed().some((n) => n > 0),
        `events after the restore missed by the streams: ${missed().join(', ')}`,
      ),
    ]
    return { ...restored, seconds: steps, ordersAfterwards: placed.length, load: load1(), problems }
  } finally {
    await Promise.all(loads.map((load) => load.stop()))
    await Promise.all([...listening, ...fresh].map((one) => one.close()))
  }
}
