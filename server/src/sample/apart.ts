import { fork } from 'node:child_process'
import { once } from 'node:events'

const moduleCache = new URL('../module-cache.ts', import.meta.url).href

/**
 * Makes an embedded store with the sample in a process of its own, which ends with this one: making the cluster and
 * placing six weeks of orders leaves a process more than 100 MB larger than serving them.
 * @throws Error when it failed; the other process has said why
 */
export async function loadSampleApart(): Promise<void> {
  const child = fork(new URL('run.ts', import.meta.url), { execArgv: ['--import', moduleCache] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The sample store could not be loaded.')
}
