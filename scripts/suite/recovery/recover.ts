import { setTimeout as wait } from 'node:timers/promises'
import type { ArchivedPostgres } from '@kirana/testing/database/pgbackrest'
import { runProgram } from '@kirana/testing/program'

/** Runs a command of the store, as `npm run data:NAME` does. */
export async function dataCommand(name: string, env: Record<string, string>) {
  const { code, said: output } = await runProgram([`server/src/commands/${name}.ts`], env).ended
  return { code, output }
}

/** Waits until the running server reports that its database accepts writes. @throws Error after a minute */
export async function untilReady(url: string) {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    )
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('The server was not ready a minute after the database accepted writes')
}

/**
 * Restores the database under a running server to `target`, or to the end of the archive, and prepares the store with
 * `data:after-restore`. Returns the duration of each step in seconds, and what the command printed.
 */
export async function recover(
  postgres: ArchivedPostgres,
  { url, env, target }: { url: string; env: Record<string, string>; target: string | null },
) {
  const began = performance.now()
  await postgres.stop()
  const stopMs = performance.now() - began
  const { restoreMs, replayMs } = await postgres.restore(target)
  await untilReady(url)
  const ready = performance.now()
  const { code, output } = await dataCommand('after-restore', env)
  if (code !== 0) throw new Error(output)
  const ended = performance.now()
  const seconds = (ms: number) => Number((ms / 1000).toFixed(1))
  return {
    output,
    seconds: {
      stop: seconds(stopMs),
      restore: seconds(restoreMs),
      replay: seconds(replayMs),
      afterRestore: seconds(ended - ready),
      total: seconds(ended - began),
    },
  }
}
