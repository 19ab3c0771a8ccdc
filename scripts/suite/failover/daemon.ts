import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type Daemon = ReturnType<typeof startDaemon>
type Options = { env?: Record<string, string>; cwd: string; uid?: number; gid?: number; log: string }

const atExit = new Set<() => void>()
process.once('exit', () => atExit.forEach((kill) => kill()))

/** Runs `kill` when this process ends; returns a function that cancels this. */
export function killAtExit(kill: () => void) {
  atExit.add(kill)
  return () => void atExit.delete(kill)
}

/** Starts a program that ends with this one and writes to the file `log`. */
export function startDaemon([file, ...args]: readonly [string, ...string[]], options: Options) {
  const { env, log, ...rest } = options
  const output = openSync(log, 'a')
  const child = spawn(file, args, {
    ...rest,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
    // Ctrl-C in a terminal then ends only the test, which ends its processes in the right order.
    detached: true,
  })
  closeSync(output)
  const kill = () => void child.kill('SIGKILL')
  const ended = once(child, 'exit').then(killAtExit(kill))
  return {
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => readFileSync(log, 'utf8'),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    kill: async () => {
      kill()
      await ended
    },
    /** Asks the program to end, and waits until it has ended. */
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The processes that `pid` has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  const parentOf = (id: string) => {
    try {
      // The name, in brackets, may contain spaces.
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

/** Sends a signal to a process, if it has not ended. */
export function signal(pid: number, name: NodeJS.Signals) {
  // 0 and negative numbers mean process groups, such as that of the test itself.
  if (pid <= 0) throw new Error(`${pid} is not the number of a process`)
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended.
  }
}

/**
 * Whether process `pid` runs and its command line contains `text`. The number of an ended process may belong to another
 * program by now.
 */
export function isProcessOf(pid: number, text: string): boolean {
  try {
    return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
  } catch {
    return false
  }
}

/** Waits for `promise`. @throws Error with what `otherwise` returns after `ms` */
export async function within<T>(promise: Promise<T>, ms: number, otherwise: () => string): Promise<T> {
  const waiting = new AbortController()
  const late = wait(ms, null, { signal: waiting.signal }).then(() => {
    throw new Error(otherwise())
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    waiting.abort()
    late.catch(() => {})
  }
}

/** Waits until `isSo`. @throws Error with what `otherwise` returns after `ms` */
export async function until(isSo: () => boolean | Promise<boolean>, ms: number, otherwise: () => string) {
  const end = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(otherwise())
    await wait(100)
  }
}
