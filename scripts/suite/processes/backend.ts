import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '@kirana/testing/command'

export type Backend = Awaited<ReturnType<typeof startBackend>>

/** Runs a program of the server; `said` returns its output. */
export function run(file: string, env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += String(text)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, ended, said: () => said }
}

/** Starts an app process on a free port and waits until it is ready. Throws Error with its output if it exits. */
export async function startBackend(name: string, env: Record<string, string>) {
  const { child, ended, said } = run('server/src/process/start.ts', { PORT: '0', ...env })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /ready on http:\S+:(\d+)/.exec(said())?.[1]
      if (found) resolve(Number(found))
    })
    void ended.then(() => reject(new Error(said())))
  })
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  return { name, port, url: `http://127.0.0.1:${port}`, stop, said }
}
