import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../postgres.ts'

const binary = '/usr/sbin/haproxy'
/** Why HAProxy cannot be started here, or null. */
export const withoutHaproxy = existsSync(binary) ? null : 'no HAProxy (Debian package haproxy)'

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts HAProxy before two ways to a database: connections take the second way while the first one fails its check, and
 * those on the first are then closed. `url` goes through it.
 */
export async function startHaproxy(first: string, second: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  option pgsql-check user postgres
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  server first ${new URL(first).host} check
  server second ${new URL(second).host} check backup
`,
  )
  const child = spawn(binary, ['-db', '-f', file], { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('HAProxy did not start')
    await wait(50)
  }
  const url = new URL(first)
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
