import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Check, Repository } from './repository.ts'

const kit = join(import.meta.dirname, '..', '..', 'node_modules', 'drizzle-kit', 'bin.cjs')

const migrations = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.sql'))

/** Generates the next migration into a copy of the folder; there must be nothing to generate. */
function missingMigrations({ root }: Repository): string[] {
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
      // drizzle-kit asks about renamed columns; without input it fails, which is reported as well.
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const added = migrations(copy).length - before.length
    if (run.status === 0 && added === 0) return []
    const output = `${run.stdout}${run.stderr}`.trim().split('\n').at(-1)
    return [`server/src/tables has changes without a migration. Run npm run data:migration. ${output}`]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** drizzle-kit reads only the newest snapshot; each of the others is a full copy of the schema. */
const oldSnapshots = ({ files }: Repository): string[] =>
  files
    .filter((path) => /^server\/drizzle\/meta\/\d+_snapshot\.json$/.test(path))
    .toSorted()
    .slice(0, -1)
    .map((path) => `${path} is no longer needed: remove it`)

export const migrationChecks: Check[] = [
  { rule: 'the migrations create the tables', problems: missingMigrations },
  { rule: 'only the newest snapshot of the tables is kept', problems: oldSnapshots },
]
