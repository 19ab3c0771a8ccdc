import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installPackage, isRootOnDebian } from './chromium.ts'

export interface Server {
  /** A superuser's address, so that tests may create databases and extensions. */
  url: string
  stop: () => Promise<void>
  /** How many connections it has seen: none means that the tests ran against something else. */
  connections: () => number
}

/**
 * Starts an empty PostgreSQL server of its own on a free loopback port; `stop` leaves nothing of it behind.
 * `durable` keeps every commit as a store's server does: for measuring, tests do without.
 */
export async function startPostgres({ durable = false } = {}): Promise<Server> {
  const bin = await binaries()
  const folder = mkdtempSync(join(tmpdir(), 'kirana-postgres-'))
  const data = join(folder, 'data')
  const identity = owner()
  if (identity) chownSync(folder, identity.uid, identity.gid)
  // The folder is also the place to stand in: the server's user may not enter the one this process is in.
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
    const server = await start(join(bin, 'postgres'), ['-D', data, ...settings(port, durable)], options)
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

function settings(port: number, durable: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    ...(durable
      ? { shared_buffers: '512MB', max_wal_size: '4GB', random_page_cost: '1.1' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    log_connections: 'on',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function start(file: string, args: string[], options: { cwd: string; uid?: number; gid?: number }) {
  // Own group: a terminal's Ctrl-C goes to the tests first, and `stop` ends the server after them.
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
  const stop = async () => {
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    child.kill('SIGINT')
    await ended
  }
  process.once('exit', () => child.kill('SIGQUIT'))
  return { stop, connections: () => log.split('connection authorized').length - 1 }
}

/** PostgreSQL refuses to run as root, and so does pgbouncer: there they run as the user `postgres` of the package. */
export function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function binaries(): Promise<string> {
  const there = findBinaries()
  if (there !== undefined) return there
  const said = isRootOnDebian() ? await installPackage('postgresql') : undefined
  const installed = findBinaries()
  if (installed !== undefined) return installed
  throw new Error(`These tests need PostgreSQL: install it, or put its initdb on PATH.\n${said ?? ''}`.trim())
}

function findBinaries(): string | undefined {
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
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
