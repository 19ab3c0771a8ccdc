import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the results of a long run to the folder RESULTS, if set (`npm run test:faults`, `test:requests`). */
export function noteResult(name: string, result: object) {
  const folder = process.env.RESULTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(result))
}
