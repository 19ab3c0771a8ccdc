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

/** Contract files without handlers of the same name, or without an entry on the map. */
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
/** Tests, private files of screens (names that start with '-') and the generated route tree need no entry. */
const isPrivate = /\.test\.tsx?$|\/-|routeTree\.gen\.ts$/

/** Tables, handlers and screens without an entry on the map. */
function unmapped({ files, read }: Repository): string[] {
  if (!files.includes('docs/map.md')) return []
  const map = read('docs/map.md')
  return files
    .filter((path) => onTheMap.test(path) && !isPrivate.test(path) && !map.includes(`\`${path}\``))
    .map((path) => `${path} is not in docs/map.md`)
}

export const documentChecks: Check[] = [
  { rule: 'every table, handler and screen is on the map', problems: unmapped },
  { rule: 'every contract file has handlers and is on the map', problems: lostEntities },
  { rule: 'every path named in a document exists', problems: missingPaths },
  { rule: `README.md has fewer than ${README_WORDS} words`, problems: wordyReadme },
  { rule: `a decision has at most ${DECISION_LINES} lines`, problems: longDecisions },
  { rule: 'decisions are numbered 001, 002, … without gaps or duplicates', problems: misnumbered },
]
