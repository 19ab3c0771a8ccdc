import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './command.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The server, as `npm start` starts it. */
export const SERVER = 'server/src/process/start.ts'

/** Runs Node in the repository with these arguments and only these variables; `said` returns its output so far. */
export function runProgram(args: readonly string[], env: Env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += String(text)))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))
  /** Returns the exit code. */
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal)
    return (await ended).code
  }
  return { child, ended, said: () => said, stop }
}

/**
 * Waits until a server prints its address; returns the program with this `origin`.
 * @throws Error with the output if the program ends before that
 */
export async function untilReady<Program extends ReturnType<typeof runProgram>>(program: Program) {
  const origin = await new Promise<string>((resolve, reject) => {
    program.child.stdout.on('data', () => {
      const found = /ready on (http:\S+)/.exec(program.said())?.[1]
      if (found) resolve(found)
    })
    void program.ended.then(({ said }) => reject(new Error(`The server ended before it was ready:\n${said}`)))
  })
  return { ...program, origin }
}

/** Starts a server, by default on a free port and without the sample store. */
export const startProgram = (env: Env, file = SERVER) =>
  untilReady(runProgram([file], { PORT: '0', SAMPLE_DATA: 'off', LOG_LEVEL: 'error', ...env }))
