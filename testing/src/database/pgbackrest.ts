import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { command, root } from '../command.ts'
import { findBinaries, freePort, owner, start } from '../postgres.ts'

/** The configuration of ops/pgbackrest, as a store uses it. */
const shipped = (name: string) => readFileSync(join(root, 'ops', 'pgbackrest', name), 'utf8')

/** What a run of pgBackRest printed, and its exit code. */
export type Outcome = { code: number | null; output: string }

/** @throws Error that names the missing Debian package */
function binaries(): string {
  const postgres = findBinaries()
  if (postgres === undefined)
    throw new Error(
      'The recovery test needs the Debian package postgresql-15. Install it: initdb is missing.',
    )
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  if (!folders.some((folder) => existsSync(join(folder, 'pgbackrest'))))
    throw new Error(
      'The recovery test needs the Debian package pgbackrest. Install it: pgbackrest is missing.',
    )
  return postgres
}

export type ArchivedPostgres = Awaited<ReturnType<typeof prepareArchivedPostgres>>

/**
 * Prepares a PostgreSQL server that archives its WAL with pgBackRest into a repository in a private folder, configured by
 * the files of ops/pgbackrest with other paths. It is started with `start`. `close` ends the server and removes all files.
 * Nothing is installed. @throws Error that names a missing Debian package
 */
export async function prepareArchivedPostgres() {
  const bin = binaries()
  const folder = mkdtempSync(join(tmpdir(), 'kirana-recovery-'))
  const identity = owner()
  const path = (name: string) => join(folder, name)
  const give = (name: string) => identity && chownSync(name, identity.uid, identity.gid)
  give(folder)
  for (const name of ['data', 'repository', 'log', 'lock', 'spool', 'socket']) {
    mkdirSync(path(name), { mode: 0o700 })
    give(path(name))
  }
  writeFileSync(path('pgbackrest.conf'), shipped('pgbackrest.conf'))
  give(path('pgbackrest.conf'))
  const port = await freePort()
  // These take precedence over the file; PostgreSQL passes them on to its archive_command.
  const env = {
    PGBACKREST_CONFIG: path('pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: path('repository'),
    PGBACKREST_PG1_PATH: path('data'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: path('socket'),
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOG_PATH: path('log'),
    PGBACKREST_LOCK_PATH: path('lock'),
    PGBACKREST_SPOOL_PATH: path('spool'),
  }
  const options = { cwd: folder, ...identity, env: { ...process.env, ...env } }
  const init = ['-D', path('data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  try {
    execFileSync(join(bin, 'initdb'), [...init, '--data-checksums'], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    appendFileSync(path('data/postgresql.conf'), shipped('archive.conf'))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }

  let server: Awaited<ReturnType<typeof start>> | undefined

  /** Starts the server and waits until it accepts writes, after a restore as well. Without `archiving`, its WAL is dropped. */
  async function begin({ archiving = true } = {}) {
    const values = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: path('socket'),
      max_connections: '100',
      shared_buffers: '512MB',
      max_wal_size: '4GB',
      random_page_cost: '1.1',
      ...(!archiving && { archive_command: 'true' }),
    }
    const settings = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = await start(join(bin, 'postgres'), ['-D', path('data'), ...settings], options)
  }

  /** Runs pgBackRest for the stanza `kirana`. */
  const pgbackrest = (...args: string[]): Promise<Outcome> =>
    command(['pgbackrest', '--stanza=kirana', ...args], env, { cwd: folder, ...identity })

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: begin,
    /** Stops the server, which archives the rest of its WAL first. */
    stop: async () => {
      await server?.stop()
      server = undefined
    },
    /** Ends the server without a checkpoint, and loses the disk with the database. */
    loseDisk: async () => {
      await server?.kill()
      server = undefined
      rmSync(path('data'), { recursive: true, force: true })
      mkdirSync(path('data'), { mode: 0o700 })
      give(path('data'))
    },
    pgbackrest,
    /**
     * Restores the stopped server to `target`, a time as PostgreSQL writes it, or to the end of the archive, and starts it.
     * Returns the ms that pgBackRest took, and those until the WAL was replayed and the server accepted writes.
     */
    restore: async (target: string | null) => {
      const began = performance.now()
      const to = target === null ? [] : ['--type=time', `--target=${target}`, '--target-action=promote']
      succeeded(await pgbackrest('restore', ...to))
      const restored = performance.now()
      await begin()
      return { restoreMs: restored - began, replayMs: performance.now() - restored }
    },
    /** Makes the repository read-only, or writable again. */
    setWritable: (isWritable: boolean) => {
      const inside = readdirSync(path('repository'), { recursive: true, withFileTypes: true })
      const folders = inside.flatMap((one) => (one.isDirectory() ? [join(one.parentPath, one.name)] : []))
      for (const one of [path('repository'), ...folders]) chmodSync(one, isWritable ? 0o750 : 0o550)
    },
    close: async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns what a run of pgBackRest printed. @throws Error with it if the run failed */
export function succeeded({ code, output }: Outcome): string {
  if (code !== 0) throw new Error(`pgBackRest failed (${code}):\n${output}`)
  return output
}
