import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, root } from '@kirana/testing/command'
import { owner } from '@kirana/testing/postgres'
import { freeAddresses } from './addresses.ts'
import { appMachine } from './app-machine.ts'
import { until } from './daemon.ts'
import { databaseNode, makeFolder, type Node } from './node.ts'
import { programs } from './programs.ts'

export type Cluster = Awaited<ReturnType<typeof prepareCluster>>
export type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

const ops = join(root, 'ops', 'failover')

/** With `synchronous_mode: quorum`, of newer versions of Patroni, both standbys have the second role. */
const isSynchronous = (role: string) => role === 'sync_standby' || role === 'quorum_standby'

/**
 * Three database machines and three app machines with their files in `folder`; `start` starts them. With `archiving`, the
 * primary archives its WAL with pgBackRest.
 */
export async function prepareCluster(folder: string, { archiving = false } = {}) {
  const identity: { uid?: number; gid?: number } = owner() ?? {}
  const addresses = await freeAddresses()
  const [node1 = '', node2 = '', node3 = '', ...appAddresses] = addresses
  const secret = () => randomBytes(16).toString('hex')
  const passwords = {
    KIRANA_PASSWORD: secret(),
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    REWIND_PASSWORD: secret(),
    PATRONI_PASSWORD: secret(),
  }
  /** The files of one machine. They are those of ops/failover, filled in by its script. */
  const configure = (machine: string, node: string, local: string) => {
    const its = join(folder, machine)
    const repository = join(folder, 'repository')
    const [logs, locks] = [join(its, 'log'), join(its, 'lock')]
    for (const path of [its, repository, logs, locks]) makeFolder(path)
    const values = {
      NODE1: node1,
      NODE2: node2,
      NODE3: node3,
      NETWORK: '127.0.0.0/8',
      LOCAL: local,
      POSTGRES_BIN: programs.postgresBin,
      POSTGRES_DATA: join(its, 'data'),
      POSTGRES_SOCKETS: its,
      POSTGRES_PASSFILE: join(its, 'pgpass'),
      ETCD_FOLDER: join(its, 'etcd'),
      PGBOUNCER_FOLDER: its,
      ARCHIVE_MODE: archiving ? 'on' : 'off',
      REPOSITORY: repository,
      PGBACKREST_CONFIG: join(its, 'pgbackrest.conf'),
      PGBACKREST_LOGS: logs,
      PGBACKREST_LOCKS: locks,
      ...passwords,
    }
    const settings = join(folder, `${machine}.env`)
    const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(settings, lines.join(''), { mode: 0o600 })
    execFileSync('sh', [join(ops, 'configure.sh'), settings, node, its])
    if (identity.uid !== undefined && identity.gid !== undefined)
      for (const path of [folder, its, repository, ...readdirSync(its).map((name) => join(its, name))])
        chownSync(path, identity.uid, identity.gid)
    return its
  }

  const nodes = [node1, node2, node3].map((address, n) => {
    const name = `node${n + 1}`
    return databaseNode({ name, address, folder: configure(name, name, '127.0.0.1'), identity })
  })
  const apps = appAddresses.map((address, n) => {
    const name = `app${n + 1}`
    const its = configure(name, 'node1', address)
    return appMachine({ name, address, folder: its, identity, password: passwords.KIRANA_PASSWORD })
  })
  const logs = () => nodes.flatMap((node) => node.logs().map((log) => log.split('\n').slice(-15).join('\n')))

  /** The members as etcd has them, asked from any node that answers; empty if none does. */
  async function members(): Promise<Member[]> {
    for (const { address } of nodes) {
      const answer = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      const body = (await answer?.json().catch(() => null)) as { members?: Member[] } | null | undefined
      if (body?.members) return body.members
    }
    return []
  }
  async function isWell() {
    const all = await members()
    const count = (isSo: (role: string) => boolean) => all.filter(({ role }) => isSo(role)).length
    const timelines = new Set(all.map(({ timeline }) => timeline))
    return (
      all.length === nodes.length &&
      count((role) => role === 'leader') === 1 &&
      count(isSynchronous) > 0 &&
      timelines.size === 1 &&
      all.every(({ state, lag }) => ['running', 'streaming'].includes(state) && (lag ?? 0) === 0)
    )
  }
  /** @throws Error if the etcd process of a node has ended */
  async function haveEtcd() {
    const ended = nodes.find((node) => !node.hasEtcd())
    if (ended)
      throw new Error(
        `etcd of ${ended.name} has ended. Its log says why:\n${ended.logs()[0]?.split('\n').slice(-15).join('\n')}`,
      )
    const health = await fetch(`http://${node1}:2379/health`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    )
    return health?.ok ?? false
  }
  const well = (ms = 90_000) =>
    until(isWell, ms, () => `The cluster did not become complete:\n${logs().join('\n')}`)
  async function find(isSo: (role: string) => boolean, role: string): Promise<Node> {
    const name = (await members()).find((member) => isSo(member.role))?.name
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`No node is the ${role}`)
    return node
  }
  const leader = () => find((role) => role === 'leader', 'leader')
  async function end() {
    await Promise.all(apps.map((app) => app.end()))
    await Promise.all(nodes.map((node) => node.end()))
  }

  return {
    nodes,
    apps,
    passwords,
    members,
    well,
    leader,
    syncStandby: () => find(isSynchronous, 'synchronous standby'),
    end,
    logs,
    /** Starts the database machines and HAProxy, and creates the database. */
    start: async () => {
      for (const node of nodes) node.startEtcd()
      await until(haveEtcd, 30_000, () => `etcd did not elect a leader:\n${logs().join('\n')}`)
      for (const node of nodes) node.startPatroni()
      await well()
      for (const app of apps) app.startProxies()
      const { address } = await leader()
      const url = `postgres://postgres:${passwords.SUPERUSER_PASSWORD}@${address}:5432/postgres`
      const file = join(folder, 'node1', 'database.sql')
      execFileSync(programs.psql, [url, '-qX', '-v', 'ON_ERROR_STOP=1', '-f', file], { stdio: 'pipe' })
      const haveFound = () => apps.every((app) => app.hasFoundPrimary())
      await until(haveFound, 15_000, () => `HAProxy did not find the primary:\n${apps[0]?.logs()}`)
    },
    /** Removes the cluster from etcd, so that the next node creates a new one. */
    forget: ({ settings }: Node) => {
      const answers = 'kirana\nYes I am aware\n'
      execFileSync(programs.patronictl, ['-c', settings, 'remove', 'kirana'], {
        input: answers,
        stdio: 'pipe',
      })
    },
    /** Switches over as docs/running/failover.md says. */
    switchover: async (from: Node, to: Node) => {
      const line = ['-c', join(folder, from.name, 'patroni.yml'), 'switchover', 'kirana']
      const choice = ['--leader', from.name, '--candidate', to.name, '--force']
      const { code, output } = await command([programs.patronictl, ...line, ...choice])
      if (code !== 0) throw new Error(`patronictl switchover failed:\n${output}`)
    },
  }
}
