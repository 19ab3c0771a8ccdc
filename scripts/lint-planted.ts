import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect } from 'vitest'

export const root = join(import.meta.dirname, '..')
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Lints files that a test plants with the repository's configuration; returns each `file rule` once, sorted. */
export function lint(files: Record<string, string>, ...options: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-lint-'))
  folders.push(folder)
  for (const path of ['oxlint.config.ts', 'scripts/boundaries.ts', 'scripts/rooms.ts'])
    cpSync(join(root, path), join(folder, path))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', ...options],
    {
      cwd: folder,
      encoding: 'utf8',
      // Without this variable oxlint looks for tsgolint in the linted folder's node_modules.
      env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') },
    },
  )
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] }
  const found = new Set(diagnostics.map(({ code, filename }) => `${filename} ${code}`))
  expect(run.status).toBe(found.size > 0 ? 1 : 0)
  return [...found].toSorted()
}
