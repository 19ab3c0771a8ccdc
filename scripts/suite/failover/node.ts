import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '@kirana/testing/command'
import { childrenOf, type Daemon, isProcessOf, killAtExit, signal, startDaemon } from './daemon.ts'
import { programs } from './programs.ts'

export type Node = ReturnType<typeof databaseNode>
type Place = { name: string; address: string; folder: string; identity: { uid?: number; gid?: number } }

/** A database machine: etcd, Patroni and the PostgreSQL server that Patroni starts, with the files of ops/failover. */
export function databaseNode({ name, address, folder, identity }: Place) {
  const options = { cwd: folder, ...identity }
  let etcd: Daemon | null = null
  let patroni: Daemon | null = null

  const etcdSettings = () => {
    const lines = readFileSync(join(folder, 'etcd.env'), 'utf8').split('\n')
    return Object.fromEntries(lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/=(.*)/, 2)))
  }
  const startEtcd = () => {
    etcd = startDaemon([programs.etcd], { ...options, env: etcdSettings(), log: join(folder, 'etcd.log') })
  }
  const startPatroni = () => {
    const line = [programs.patroni, join(folder, 'patroni.yml')] as const
    patroni = startDaemon(line, { ...options, log: join(folder, 'patroni.log') })
  }
  const data = join(folder, 'data')
  /** 0 if PostgreSQL does not run. */
  const postmaster = () => {
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      return isProcessOf(pid, data) ? pid : 0
    } catch {
      return 0
    }
  }
  const killPostmaster = () => {
    const pid = postmaster()
    if (pid === 0) throw new Error(`PostgreSQL does not run on ${name}`)
    signal(pid, 'SIGKILL')
  }
  // Patroni starts PostgreSQL detached from itself.
  const killPostgres = () => {
    const pid = postmaster()
    for (const one of pid ? [pid, ...childrenOf(pid)] : []) signal(one, 'SIGKILL')
  }
  const isEnded = killAtExit(killPostgres)
  const processes = () => {
    const pid = postmaster()
    return [patroni?.pid ?? 0, pid, ...(pid ? childrenOf(pid) : []), etcd?.pid ?? 0].filter((one) => one > 0)
  }
  return {
    name,
    address,
    settings: join(folder, 'patroni.yml'),
    url: (user: string, password: string, database: string) =>
      `postgres://${user}:${password}@${address}:5432/${database}`,
    startEtcd,
    hasEtcd: () => etcd?.isRunning() ?? false,
    startPatroni,
    logs: () => [etcd?.output() ?? '', patroni?.output() ?? ''],
    /** Patroni stops PostgreSQL, which archives the rest of its WAL first. */
    stopPatroni: async () => patroni?.stop(),
    stopEtcd: async () => etcd?.kill(),
    killPostmaster,
    /** Moves the database away, so that the node gets a new one. */
    keepData: () => {
      if (existsSync(data)) renameSync(data, `${data}.before`)
    },
    pgbackrest: (...args: string[]) => {
      const config = `--config=${join(folder, 'pgbackrest.conf')}`
      return command([programs.pgbackrest, config, '--stanza=kirana', ...args], {}, options)
    },
    /** Patroni first, so that it neither notices nor ends PostgreSQL. */
    killDatabase: async () => {
      await patroni?.kill()
      killPostmaster()
    },
    /** Freezes all processes of the machine; connections to it stay open, but are not answered. */
    freeze: () => processes().forEach((pid) => signal(pid, 'SIGSTOP')),
    thaw: () => processes().forEach((pid) => signal(pid, 'SIGCONT')),
    /** What Patroni reports of this node; null if it does not answer. */
    status: async () => {
      const answer = await fetch(`http://${address}:8008/patroni`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => null)
      return answer && ((await answer.json().catch(() => null)) as { state: string; role: string } | null)
    },
    end: async () => {
      await patroni?.kill()
      killPostgres()
      await etcd?.kill()
      isEnded()
    },
  }
}

export const makeFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 })
