import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage, isRootOnDebian } from '../chromium.ts'
import { freePort, owner } from '../postgres.ts'

const binary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const found = () => binary.find((path) => existsSync(path))

async function working(): Promise<string> {
  const output = found() ?? (isRootOnDebian() ? await installPackage('pgbouncer') : '')
  const path = found()
  if (path !== undefined) return path
  throw new Error(`These tests need pgbouncer: install it.\n${output ?? ''}`.trim())
}

/**
 * Starts a pgbouncer in transaction mode for the server at `serverUrl`, on a free loopback port. It has few connections
 * and ignores session settings, so that code that relies on a session fails.
 */
export async function startPgbouncer(serverUrl: string) {
  const path = await working()
  const folder = mkdtempSync(join(tmpdir(), 'kirana-pgbouncer-'))
  const identity = owner()
  const port = await freePort()
  const { hostname, port: serverPort, username } = new URL(serverUrl)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 12
`,
  )
  for (const one of identity ? [folder, file] : []) chownSync(one, identity?.uid ?? 0, identity?.gid ?? 0)
  const child = spawn(path, [file], {
    cwd: folder,
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`pgbouncer did not start:\n${log}`)))
  })
  return {
    url: `postgres://${username}@127.0.0.1:${port}/postgres`,
    /** The number of clients so far; 0 means that the tests did not use it. */
    clients: () => log.split('login attempt').length - 1,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
