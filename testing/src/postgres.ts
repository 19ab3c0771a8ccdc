import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installPackage, isRootOnDebian } from './chromium.ts'

export interface Server {
  /** The URL of a superuser, so that tests can create databases and extensions. */
  url: string
  stop: () => Promise<void>
  /** The number of connections so far; 0 means that the tests did not use it. */
  connections: () => number
}

/**
 * Starts an empty PostgreSQL server on a free loopback port; `stop` removes all its files. `durable` enables fsync, for
 * benchmarks. `preload` names libraries of PostgreSQL to load, with commas between.
 */
export async function startPostgres({ durable = false, preload = '' } = {}): Promise<Server> {
  const bin = await binaries()
  const folder = mkdtempSync(join(tmpdir(), 'kirana-postgres-'))
  const data = join(folder, 'data')
  const identity = owner()
  if (identity) chownSync(folder, identity.uid, identity.gid)
  // The folder is also the working directory, because the server's user may not be allowed to enter the current one.
  const options = { cwd: folder, ...identity }
  try {
    const init = [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]
    execFileSync(join(bin, 'initdb'), init, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const port = await freePort()
    const server = await start(
      join(bin, 'postgres'),
      ['-D', data, ...settings(port, durable), '-c', `shared_preload_libraries=${preload}`],
      options,
    )
    const stop = async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, connections: server.connections, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Starts a standby of the server at `url`, which answers reads only. It applies commits `behind` seconds later. `kill` ends
 * it as a loss of power does.
 */
export async function startStandby(
  url: string,
  { behind = 0 } = {},
): Promise<Server & { kill: () => Promise<void> }> {
  const bin = await binaries()
  const folder = mkdtempSync(join(tmpdir(), 'kirana-standby-'))
  const data = join(folder, 'data')
  const identity = owner()
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const options = { cwd: folder, ...identity }
  const copy = ['-D', data, '-d', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  execFileSync(join(bin, 'pg_basebackup'), copy, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const port = await freePort()
  // Only if wanted: a setting on the command line cannot be changed later.
  const delay = behind > 0 ? ['-c', `recovery_min_apply_delay=${behind}s`] : []
  const args = ['-D', data, ...settings(port, false), ...delay]
  const server = await start(join(bin, 'postgres'), args, options, 'ready to accept read-only connections')
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    connections: server.connections,
    stop,
    kill: server.kill,
  }
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    ...(durable
      ? { shared_buffers: '512MB', max_wal_size: '4GB', random_page_cost: '1.1' }
      : // Without autovacuum there are no statistics. The estimated cost of plans would then start the JIT compiler.
        { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', jit: 'off' }),
    log_connections: 'on',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts a server and waits until it logs `ready`: by default, that it accepts writes. @throws Error with its log */
export async function start(
  file: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number; env?: NodeJS.ProcessEnv },
  ready = 'ready to accept connections',
) {
  // Detached, so that Ctrl-C in a terminal ends only the tests; `stop` ends the server afterwards.
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes(ready)) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
  const stop = async () => {
    // SIGINT requests a fast shutdown, which does not wait for clients.
    child.kill('SIGINT')
    await ended
  }
  const kill = async () => {
    // SIGQUIT ends it and its children at once, without a checkpoint, as a loss of power does.
    child.kill('SIGQUIT')
    await ended
  }
  process.once('exit', () => child.kill('SIGQUIT'))
  return { stop, kill, connections: () => log.split('connection authorized').length - 1 }
}

/** PostgreSQL and pgbouncer do not run as root; root runs them as the package's user `postgres`. */
export function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function binaries(): Promise<string> {
  const there = findBinaries()
  if (there !== undefined) return there
  const output = isRootOnDebian() ? await installPackage('postgresql') : undefined
  const installed = findBinaries()
  if (installed !== undefined) return installed
  throw new Error(
    `These tests need PostgreSQL: install it, or put its initdb on PATH.\n${output ?? ''}`.trim(),
  )
}

/** The folder with `initdb` and `postgres` of the newest installed version. */
export function findBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions)
    ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...installed.map((version) => join(versions, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('No free port was found')),
      )
    })
  })
}
