import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverProcesses } from '../testing/processes/process.ts'

const { folder, run, started } = serverProcesses()

test('loads the sample store on the next start if the first start was killed while loading it', async () => {
  const env = { DATA_DIR: join(folder(), 'new'), SAMPLE_DATA: 'on' }
  const { child, said, ended } = run(env)
  await expect.poll(said, { timeout: 120_000 }).toContain('Loading the sample store')
  child.kill('SIGKILL')
  await ended
  const again = async () => {
    for (;;) {
      // The child process that loads the sample exits shortly after its parent.
      const server = await started(env).catch((error: unknown) => String(error))
      if (typeof server !== 'string') return server
      expect(server).toContain('Another Kirana is running')
    }
  }
  const { address, said: saidThen } = await again()
  expect(saidThen()).toMatch(/The sample store has \d+ products/)
  const answer = await fetch(`${address}/api/v1/store/products`)
  expect(JSON.stringify(await answer.json())).toContain('Soft Bamboo Toothbrush')
})
