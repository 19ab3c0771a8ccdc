import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Check, Repository } from './repository.ts'

const kit = join(import.meta.dirname, '..', '..', 'node_modules', 'drizzle-kit', 'bin.cjs')

const migrations = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.sql'))

/** Lets drizzle-kit write the next migration beside a copy of those there; in step means that it has nothing to write. */
function outOfStep({ root }: Repository): string[] {
  const server = join(root, 'server')
  if (!existsSync(join(server, 'src', 'tables'))) return ['server/src/tables does not exist']
  if (!existsSync(join(server, 'drizzle'))) return ['server/drizzle does not exist']
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const copy = mkdtempSync(join(cache, 'migrations-'))
  try {
    cpSync(join(server, 'drizzle'), copy, { recursive: true })
    const before = migrations(copy)
    const out = relative(server, copy)
    const options = ['--dialect=postgresql', '--schema=./src/tables/*.ts', `--out=${out}`]
    const run = spawnSync(process.execPath, [kit, 'generate', ...options], {
      cwd: server,
      encoding: 'utf8',
      // A renamed column makes it ask; without an answer it fails, which is an answer too.
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const added = migrations(copy).length - before.length
    if (run.status === 0 && added === 0) return []
    const said = `${run.stdout}${run.stderr}`.trim().split('\n').at(-1)
    return [`server/src/tables has what no migration makes (npm run data:migration): ${said}`]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Each is the whole schema once more, and writing the next migration reads the newest alone. */
const oldSnapshots = ({ files }: Repository): string[] =>
  files
    .filter((path) => /^server\/drizzle\/meta\/\d+_snapshot\.json$/.test(path))
    .toSorted()
    .slice(0, -1)
    .map((path) => `${path} is no longer needed: remove it`)

export const migrationChecks: Check[] = [
  { promise: 'the migrations make the tables', problems: outOfStep },
  { promise: 'only the newest snapshot of the tables is kept', problems: oldSnapshots },
]
