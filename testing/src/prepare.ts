import { join } from 'node:path'
import { keptFolder } from './kept.ts'
import { newStore, run, TEMPLATE } from './server.ts'

/** The files on which the stores depend. */
const sources = [
  '{server,domain,contract}/src/**/*.ts',
  'server/src/sample/**/*.{csv,webp}',
  'server/drizzle/*.sql',
  'testing/src/server.ts',
]

/** Creates a sample store and an empty store once and caches them, since each worker can copy them much faster. */
export default async function prepare() {
  process.env[TEMPLATE] = await keptFolder(
    'kirana-e2e',
    'testing/src/prepare.ts',
    sources,
    async (folder) => {
      const stores = Object.entries({ sample: {}, new: newStore })
      await Promise.all(
        stores.map(async ([kind, env]) => {
          const { stop } = await run(join(folder, kind), env)
          await stop()
        }),
      )
    },
  )
}

if (import.meta.main) await prepare()
