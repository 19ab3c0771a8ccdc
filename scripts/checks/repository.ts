import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files to check: this repository, or a folder made by a test. */
export interface Repository {
  root: string
  /** Paths relative to `root`, separated by `/`, sorted, without generated folders. */
  files: string[]
  read: (path: string) => string
}

export interface Check {
  /** The checked rule, as a statement. */
  rule: string
  /** One sentence per violation. */
  problems: (repository: Repository) => string[] | Promise<string[]>
}

/** Generated folders, as in .gitignore. */
const made = /^(\.git|\.cache|node_modules|dist|test-results|playwright-report)$/

export const isMade = (path: string) =>
  path.split('/').some((name) => made.test(name)) || /^data(\/|$)/.test(path)

/** Generated files, exempt from rules of length and style. */
export const isGenerated = (path: string) => path.endsWith('.gen.ts') || path.startsWith('server/drizzle/')

export function openRepository(root: string): Repository {
  const files: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isMade(path)) continue
      if (entry.isDirectory()) walk(path)
      // In a worktree, .git is a file.
      else if (entry.isFile() && entry.name !== '.git') files.push(path)
    }
  }
  if (existsSync(root)) walk('')
  return { root, files: files.toSorted(), read: (path) => readFileSync(join(root, path), 'utf8') }
}
