import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './command.ts'

/** Files that only tests use. */
const ofTests = /\.test\.ts$|^server\/src\/testing\//

/**
 * A folder filled by `make` and cached under `name` across test runs, until `maker`, the file of `make`, or a file of `patterns`
 * changes. Tests work on copies.
 */
export async function keptFolder(
  name: string,
  maker: string,
  patterns: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  // Uses `maker` instead of String(make), because Node, Vitest and Playwright compile a function differently.
  const hash = createHash('sha256')
  const files = [...patterns, 'package-lock.json'].flatMap((pattern) => globSync(pattern, { cwd: root }))
  for (const file of [maker, ...files.filter((path) => !ofTests.test(path))].toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  const place = join(root, 'node_modules', '.cache', name)
  const folder = join(place, hash.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const making = await mkdtemp(join(place, 'making-'))
  await make(making)
  await rename(making, folder)
  return folder
}
