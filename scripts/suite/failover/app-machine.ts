import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram, SERVER, untilReady } from '@kirana/testing/program'
import { type Daemon, killAtExit, startDaemon, within } from './daemon.ts'
import { programs } from './programs.ts'

const START_MS = 60_000

type Place = {
  name: string
  address: string
  folder: string
  identity: { uid?: number; gid?: number }
  password: string
}

/** An app machine: Kirana with HAProxy beside it, and pgbouncer on the third. */
export function appMachine({ name, address, folder, identity, password }: Place) {
  const isPooled = name === 'app3'
  const database = (port: number) => `postgres://kirana:${password}@${address}:${port}/kirana`
  const urls = isPooled
    ? { DATABASE_URL: database(6432), DATABASE_DIRECT_URL: database(5000) }
    : { DATABASE_URL: database(5000) }
  let proxies: Daemon[] = []
  let app: ReturnType<typeof runProgram> | null = null
  return {
    name,
    address,
    origin: `http://${address}:4100`,
    database: database(5000),
    urls,
    startProxies: () => {
      const file = join(folder, 'haproxy.cfg')
      if (identity.uid === undefined) {
        // Only root can change to HAProxy's own user.
        const config = readFileSync(file, 'utf8')
        writeFileSync(file, config.replace(/^ {2}(user|group) haproxy\n/gm, ''))
      }
      proxies = [
        startDaemon([programs.haproxy, '-db', '-f', file], { cwd: folder, log: join(folder, 'haproxy.log') }),
      ]
      if (!isPooled) return
      const pooler = [programs.pgbouncer, join(folder, 'pgbouncer.ini')] as const
      proxies.push(startDaemon(pooler, { cwd: folder, ...identity, log: join(folder, 'pgbouncer.log') }))
    },
    /** HAProxy treats every node as the primary until it has checked them. */
    hasFoundPrimary: () => (proxies[0]?.output().match(/is DOWN/g) ?? []).length >= 2,
    startApp: async (env: Record<string, string>) => {
      // Database and app machines share the processors of this one.
      const started = runProgram([SERVER], {
        HOST: address,
        PORT: '4100',
        SAMPLE_DATA: 'off',
        DATABASE_CONNECTIONS: '4',
        ...urls,
        ...env,
      })
      app = started
      killAtExit(() => started.child.kill('SIGKILL'))
      await within(untilReady(started), START_MS, () => `${name} did not start:\n${started.said()}`)
    },
    logs: () => [...proxies.map((one) => one.output()), app?.said() ?? ''].join('\n'),
    end: async () => {
      // A server that stops in order would wait for a database that does not answer.
      await app?.stop('SIGKILL')
      await Promise.all(proxies.map((one) => one.kill()))
    },
  }
}
