import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const running = new Set<ChildProcess>()

/** The command line that runs a package's script with this Node, without a shell, so that signals reach the tool. */
export const bin = (path: string) => [process.execPath, join(root, 'node_modules', path)] as const

/** Runs a command and captures its output; `code` is null if it could not start or was ended by a signal. */
export async function command(
  [file, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
  options: { cwd?: string; uid?: number; gid?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(file, args, {
    cwd: root,
    ...options,
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

/** On Ctrl-C or SIGTERM, stops the running command, waits for `cleanUp` and exits with the signal's exit code. */
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
