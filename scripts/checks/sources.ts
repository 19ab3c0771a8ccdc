import { isGenerated, type Check, type Repository } from './repository.ts'

const MAX_LINES = 300

function longFiles({ files, read }: Repository): string[] {
  return files
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !isGenerated(path))
    .map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}

const machinePath = /(?<![\w.)}\]>*/-])\/(work|root|home\/[\w.-]+|Users\/[\w.-]+)\/[\w.]/
const registry = /npmjs\.(org|com)|artifactory|verdaccio|codeartifact/i
const registryHost = /\b(registry|npm|packages)\.[\w-]+(\.[\w-]+)+/i
const resolved = /"resolved": *"http/

const binary = /\.(png|jpe?g|webp|avif|gif|ico|woff2?|ttf|otf|pdf|mp4|webm|gz|br|zip)$/

function traces({ files, read }: Repository): string[] {
  return (
    files
      // This file contains the patterns themselves.
      .filter((path) => !binary.test(path) && path !== 'scripts/checks/sources.ts')
      .flatMap((path) =>
        read(path)
          .split('\n')
          .flatMap((line, at) => {
            const place = `${path}:${at + 1}`
            if (machinePath.test(line)) return [`${place} contains a path of a specific machine`]
            if (registry.test(line) || registryHost.test(line))
              return [`${place} contains the host of a package registry`]
            if (resolved.test(line)) return [`${place} contains the download URL of a package`]
            return []
          }),
      )
  )
}

const quietened =
  /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|skipIf|runIf|todo|fixme|fails?)\b|\bx(?:it|test|describe)\(/

/** A condition around a test. If it does not hold, the test is not counted at all. */
const vanishing = [
  /^ *(?:const \w+ = )?.*\? (?:test|it|describe)(?:\.\w+)* :.*$/gm,
  /^( *)if \(.+\) \{\n(?:(?!\1\}).*\n){0,5}?\1 {2}(?:test|it|describe)[(.]/gm,
  /^ *if \(.+\)\n? *(?:test|it|describe)[(.]/gm,
]

/**
 * A test that cannot run everywhere is declared through `where` (testing/src/where.ts), which counts it as skipped,
 * with the reason.
 */
function quietTests({ files, read }: Repository): string[] {
  return files
    .filter((path) => /\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = read(path)
      const vanished = vanishing
        .flatMap((pattern) => [...text.matchAll(pattern)])
        .map(({ 0: found, index }) => ({ at: text.slice(0, index).split('\n').length, line: found }))
      const silenced = text
        .split('\n')
        .map((line, at) => ({ at: at + 1, line }))
        .filter(({ line }) => quietened.test(line))
      return [...vanished, ...silenced].map(
        ({ at, line }) => `${path}:${at} skips or focuses tests: ${line.trim().split('\n')[0]}`,
      )
    })
}

const exported =
  /^export\s+(default\b|\*|(?:async\s+)?(?:const|let|var|function\*?|class|type|interface)\s+(\w+)|(?:type\s+)?\{)/gm

/** A route file that exports more than `Route` cannot be code-split. `-name.tsx` and `name-part.tsx` are not routes. */
function wideRoutes({ files, read }: Repository): string[] {
  return files
    .filter((path) => /^web\/src\/routes\/.*\.tsx?$/.test(path))
    .filter((path) => !/\/-|-part\.tsx?$|\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const names = [...read(path).matchAll(exported)].map(([, form = '', name]) => name ?? form.trim())
      if (names.length === 0) return [`${path} exports no Route`]
      return names.filter((name) => name !== 'Route').map((name) => `${path} exports ${name}`)
    })
}

/** Finds raw statements whose rows have a declared type only: nothing compares it with the SQL. */
const untypedRows = ({ files, read }: Repository) =>
  files
    .filter((path) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|^server\/src\/testing\//.test(path))
    .filter((path) => /\.execute</.test(read(path)))
    .map((path) => `${path} declares the type of a raw statement's rows: use rowsOf (server/src/db/rows.ts)`)

export const sourceChecks: Check[] = [
  { rule: `no file is longer than ${MAX_LINES} lines`, problems: longFiles },
  {
    rule: 'no file contains a path of a specific machine or the host of a package registry',
    problems: traces,
  },
  { rule: 'no test is skipped without being counted, or focused', problems: quietTests },
  { rule: 'a route file exports only Route', problems: wideRoutes },
  { rule: 'rows of raw statements have a schema', problems: untypedRows },
]
