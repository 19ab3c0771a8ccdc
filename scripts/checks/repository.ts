import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the checks look at: any folder, so that a test can hand them a broken one. */
export interface Repository {
  root: string
  /** Every file that belongs to the repository, with `/`, relative to `root`, sorted. */
  files: string[]
  read: (path: string) => string
}

export interface Check {
  /** What holds when the check finds nothing. */
  promise: string
  /** One sentence for each place that breaks the promise. */
  problems: (repository: Repository) => string[] | Promise<string[]>
}

/** Folders that are made, not written; the same as in .gitignore. */
const made = /^(\.git|\.cache|node_modules|dist|test-results|playwright-report)$/

export const isMade = (path: string) =>
  path.split('/').some((name) => made.test(name)) || /^data(\/|$)/.test(path)

/** Generated, so neither their length nor their style is anybody's. */
export const isGenerated = (path: string) => path.endsWith('.gen.ts') || path.startsWith('server/drizzle/')

export function openRepository(root: string): Repository {
  const files: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isMade(path)) continue
      if (entry.isDirectory()) walk(path)
      // A worktree's .git is a file.
      else if (entry.isFile() && entry.name !== '.git') files.push(path)
    }
  }
  if (existsSync(root)) walk('')
  return { root, files: files.toSorted(), read: (path) => readFileSync(join(root, path), 'utf8') }
}
