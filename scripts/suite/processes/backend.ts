import { startProgram } from '@kirana/testing/program'

export type Backend = Awaited<ReturnType<typeof startBackend>>

/** Starts an app process, which ends with this one. */
export async function startBackend(name: string, env: Record<string, string>) {
  const { child, origin, said, stop } = await startProgram(env)
  process.once('exit', () => child.kill('SIGKILL'))
  const port = Number(new URL(origin).port)
  return { name, port, url: `http://127.0.0.1:${port}`, stop, said }
}
