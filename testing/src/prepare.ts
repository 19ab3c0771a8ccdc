import { join } from 'node:path'
import { keptFolder } from './kept.ts'
import { newStore, run, TEMPLATE } from './server.ts'

/** What makes the stores. */
const sources = [
  '{server,domain,contract}/src/**/*.ts',
  'server/src/sample/**/*.{csv,webp}',
  'server/drizzle/*.sql',
  'testing/src/server.ts',
]

/** Makes a store with the sample and a new one unless an earlier run did: that takes longer than a copy for each worker. */
export default async function prepare() {
  process.env[TEMPLATE] = await keptFolder('kirana-e2e', sources, async (folder) => {
    for (const [kind, env] of Object.entries({ sample: {}, new: newStore })) {
      const { stop } = await run(join(folder, kind), env)
      await stop()
    }
  })
}
