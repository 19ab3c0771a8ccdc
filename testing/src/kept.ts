import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './command.ts'

/** The same as long as no file of `patterns` changes. */
function fingerprint(patterns: readonly string[]) {
  const hash = createHash('sha256')
  const files = [...patterns, 'package-lock.json'].flatMap((pattern) => globSync(pattern, { cwd: root }))
  for (const file of files.filter((name) => !/\.test\.ts$|^server\/src\/testing\//.test(name)).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * The folder that `make` fills, kept under `name` from one run of the tests to the next: it is made anew only when a file
 * of `patterns` has changed. Tests work on copies.
 */
export async function keptFolder(
  name: string,
  patterns: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const place = join(root, 'node_modules', '.cache', name)
  const folder = join(place, fingerprint(patterns))
  if (existsSync(folder)) return folder
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const making = await mkdtemp(join(place, 'making-'))
  await make(making)
  await rename(making, folder)
  return folder
}
