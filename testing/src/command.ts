import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const running = new Set<ChildProcess>()

/** The script of a package's command, run by this Node: no shell, no `.cmd`, and a signal reaches the tool itself. */
export const bin = (path: string) => [process.execPath, join(root, 'node_modules', path)] as const

/** Runs a command to its end, silently; `code` is null when it could not start or a signal ended it. */
export async function command(
  [file, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.on('close', resolve)
  })
  running.delete(child)
  return { code, output }
}

/** On Ctrl-C or SIGTERM: ends what is running, lets `cleanUp` finish, and exits as the signal asks. */
export function endOnSignal(cleanUp: () => Promise<void> = async () => {}) {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      for (const child of running) child.kill('SIGTERM')
      void cleanUp().finally(() => process.exit(exitCode))
    })
  }
}
