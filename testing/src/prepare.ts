import { keptFolder } from './kept.ts'
import { run, TEMPLATE } from './server.ts'

/** What makes the sample store. */
const sources = [
  '{server,domain,contract}/src/**/*.ts',
  'server/src/sample/**/*.{csv,webp}',
  'server/drizzle/*.sql',
]

/** Makes the sample store unless an earlier run did: that takes longer than a copy for each worker. */
export default async function prepare() {
  process.env[TEMPLATE] = await keptFolder('kirana-e2e', sources, async (folder) => {
    const { stop } = await run(folder)
    await stop()
  })
}
