import { posix } from 'node:path'
import { isMade, type Check, type Repository } from './repository.ts'

const README_WORDS = 500
const DECISION_LINES = 25
const decision = /^docs\/decisions\/[^/]+\.md$/

/** The links and the words in backticks of a document; fenced code blocks are ignored. */
function named(text: string): { links: string[]; spans: string[] } {
  const prose = text.replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2.*$/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => span.split(/\s+/))
  const links = [...prose.replaceAll(/`[^`\n]+`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target,
  )
  return {
    links: links.filter((target) => !/^(#|[a-z]+:)/.test(target)).map((target) => target.replace(/#.*/, '')),
    spans,
  }
}

/** Whether a word in backticks must be a path in this repository. */
function looksLikePath(word: string, top: Set<string>): boolean {
  if (!/^[\w.@$-]+(\/[\w.@$-]+)*\/?$/.test(word)) return false
  if (!word.includes('/')) return /\.(ts|tsx|mjs|md|css|sql|json)$/.test(word)
  return top.has(word.split('/')[0] ?? '') || /^\.\.?\//.test(word)
}

const homes = [
  'contract',
  'domain',
  'server',
  'web',
  'e2e',
  'testing',
  'bench',
  'docs',
  'ops',
  'scripts',
  '.ci',
]

function missingPaths({ files, read }: Repository): string[] {
  const there = new Set(files.flatMap((path) => [path, ...parents(path)]))
  const names = new Set(files.map((path) => posix.basename(path)))
  const top = new Set([...homes, ...[...there].filter((path) => !path.includes('/'))])
  const exists = (path: string) => isMade(path) || there.has(path)
  return files
    .filter((path) => path.endsWith('.md'))
    .flatMap((document) => {
      const beside = (path: string) => posix.join(posix.dirname(document), path).replace(/\/$/, '')
      const { links, spans } = named(read(document))
      const linked = links.filter((link) => !exists(beside(link)))
      const spanned = spans
        .map((word) => word.replace(/(:\d+|#.*|[.,;:])$/, ''))
        .filter((word) => looksLikePath(word, top))
        .filter((word) => !exists(posix.normalize(word).replace(/\/$/, '')) && !exists(beside(word)))
        .filter((word) => word.includes('/') || !names.has(word))
      return [...linked, ...spanned].map((path) => `${document} names ${path}, which does not exist`)
    })
}

function parents(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === '.' ? [] : [parent, ...parents(parent)]
}

function wordyReadme({ files, read }: Repository): string[] {
  if (!files.includes('README.md')) return ['There is no README.md']
  const words = read('README.md').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
  return words < README_WORDS ? [] : [`README.md has ${words} words`]
}

function longDecisions({ files, read }: Repository): string[] {
  return files
    .filter((path) => decision.test(path))
    .map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > DECISION_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}

const status = /^\*\*Status\.\*\* (Accepted|Replaced by \d{3}), \d{4}-\d{2}-\d{2}\. /m

function undatedDecisions({ files, read }: Repository): string[] {
  return files
    .filter((path) => decision.test(path) && !status.test(read(path)))
    .map((path) => `${path} has no '**Status.** Accepted, YYYY-MM-DD.'`)
}

function misnumbered({ files }: Repository): string[] {
  return files
    .filter((path) => decision.test(path))
    .map((path) => posix.basename(path))
    .flatMap((name, at) => {
      const expected = String(at + 1).padStart(3, '0')
      return name.startsWith(`${expected}-`) ? [] : [`docs/decisions/${name} should be number ${expected}`]
    })
}

const contractFile = /^import \{ [^}]+ \} from '\.\/(.+)\.ts'$/gm
const handlers = /^server\/src\/routes\/(.+)\.ts$/
const table = /^server\/src\/tables\/(.+)\.ts$/

/** Entities whose contract, handlers and table differ in name, unless docs/map.md says which belong together. */
function misnamedEntities({ files, read }: Repository): string[] {
  if (!files.includes('contract/src/index.ts')) return []
  const map = files.includes('docs/map.md') ? read('docs/map.md') : ''
  const names = (pattern: RegExp) =>
    files.filter((path) => !path.includes('.test.')).flatMap((path) => pattern.exec(path)?.[1] ?? [])
  const entities = [...read('contract/src/index.ts').matchAll(contractFile)].map(([, name = '']) => name)
  const unknown = (name: string) => !entities.includes(name)
  return [
    ...entities
      .filter((name) => !files.includes(`server/src/routes/${name}.ts`))
      .map((name) => `contract/src/${name}.ts has no handlers`),
    ...names(handlers)
      .filter((name) => unknown(name) && !map.includes(`\`server/src/routes/${name}.ts\``))
      .map(
        (name) =>
          `server/src/routes/${name}.ts has no contract of that name, and docs/map.md does not name it`,
      ),
    ...names(table)
      .filter((name) => unknown(name) && !map.includes(`\`${name}\``))
      .map(
        (name) =>
          `server/src/tables/${name}.ts has no contract of that name, and docs/map.md does not name it`,
      ),
  ]
}

export const documentChecks: Check[] = [
  { rule: 'an entity has one name in contract, handlers and tables', problems: misnamedEntities },
  { rule: 'every path named in a document exists', problems: missingPaths },
  { rule: `README.md has fewer than ${README_WORDS} words`, problems: wordyReadme },
  { rule: `a decision has at most ${DECISION_LINES} lines`, problems: longDecisions },
  { rule: 'a decision has a status and its date', problems: undatedDecisions },
  { rule: 'decisions are numbered 001, 002, … without gaps or duplicates', problems: misnumbered },
]
