import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './command.ts'
import { run, TEMPLATE } from './server.ts'

const kept = join(root, 'node_modules', '.cache', 'kirana-e2e')

/** The same as long as nothing changes of what makes the sample store. */
function fingerprint() {
  const hash = createHash('sha256')
  const patterns = [
    '{server,domain,contract}/src/**/*.ts',
    'server/src/sample/**/*.{csv,webp}',
    'server/drizzle/*.sql',
    'package-lock.json',
  ]
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Makes the sample store unless it was made before: that takes longer than a copy for each worker. */
export default async function prepare() {
  const template = join(kept, fingerprint())
  if (!existsSync(template)) {
    await rm(kept, { recursive: true, force: true })
    await mkdir(kept, { recursive: true })
    const folder = await mkdtemp(join(kept, 'making-'))
    const { stop } = await run(folder)
    await stop()
    await rename(folder, template)
  }
  process.env[TEMPLATE] = template
}
