import { fork } from 'node:child_process'
import { once } from 'node:events'

const moduleCache = new URL('../process/module-cache.ts', import.meta.url).href

/**
 * Creates the embedded sample store in a child process, which exits when this process does. Creating the cluster and
 * placing six weeks of orders would leave more than 100 MB of unused memory in the server's process.
 * @throws Error if it fails; the child process has printed the reason
 */
export async function loadSampleApart(): Promise<void> {
  const child = fork(new URL('run.ts', import.meta.url), { execArgv: ['--import', moduleCache] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The sample store could not be loaded.')
}
