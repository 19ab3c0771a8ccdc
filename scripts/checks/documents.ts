import { posix } from 'node:path'
import { isMade, type Check, type Repository } from './repository.ts'

const README_WORDS = 500
const DECISION_LINES = 25
const decision = /^docs\/decisions\/[^/]+\.md$/

/** Every file or folder that a document links to or names in backticks. Fenced blocks are examples, not claims. */
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

/** Whether a word in backticks can only be a path of this repository. */
function looksLikePath(word: string, top: Set<string>): boolean {
  if (!/^[\w.@$-]+(\/[\w.@$-]+)*\/?$/.test(word)) return false
  if (!word.includes('/')) return /\.(ts|tsx|mjs|md|css|sql|json)$/.test(word)
  return top.has(word.split('/')[0] ?? '') || /^\.\.?\//.test(word)
}

const homes = ['contract', 'domain', 'server', 'web', 'e2e', 'testing', 'bench', 'docs', 'scripts', '.ci']

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

function misnumbered({ files }: Repository): string[] {
  return files
    .filter((path) => decision.test(path))
    .map((path) => posix.basename(path))
    .flatMap((name, at) => {
      const expected = String(at + 1).padStart(3, '0')
      return name.startsWith(`${expected}-`) ? [] : [`docs/decisions/${name} should be number ${expected}`]
    })
}

/** Each file of calls that the contract gathers has its handlers under the same name, and stands in the map. */
function lostEntities({ files, read }: Repository): string[] {
  if (!files.includes('contract/src/index.ts')) return []
  const map = files.includes('docs/map.md') ? read('docs/map.md') : ''
  return [...read('contract/src/index.ts').matchAll(/^import \{ \w+ \} from '\.\/(.+)'$/gm)].flatMap(
    ([, file = '']) => [
      ...(files.includes(`server/src/routes/${file}`) ? [] : [`contract/src/${file} has no handlers`]),
      ...(map.includes(`\`contract/src/${file}\``) ? [] : [`contract/src/${file} is not in docs/map.md`]),
    ],
  )
}

const onTheMap = /^(server\/src\/(tables|routes)|web\/src\/routes)\/.+\.tsx?$/
/** Private files of screens stand beside their route, whose name begins with '-'; the router writes its own tree. */
const isPrivate = /\.test\.tsx?$|\/-|routeTree\.gen\.ts$/

/** A table, a handler or a screen that a newcomer would not find from the map. */
function unmapped({ files, read }: Repository): string[] {
  if (!files.includes('docs/map.md')) return []
  const map = read('docs/map.md')
  return files
    .filter((path) => onTheMap.test(path) && !isPrivate.test(path) && !map.includes(`\`${path}\``))
    .map((path) => `${path} is not in docs/map.md`)
}

export const documentChecks: Check[] = [
  { promise: 'every table, handler and screen is on the map', problems: unmapped },
  { promise: 'every file of calls has its handlers and its place in the map', problems: lostEntities },
  { promise: 'every path that a document names exists', problems: missingPaths },
  { promise: `README.md has fewer than ${README_WORDS} words`, problems: wordyReadme },
  { promise: `a decision has at most ${DECISION_LINES} lines`, problems: longDecisions },
  { promise: 'decisions are numbered 001, 002, … without gap or double', problems: misnumbered },
]
