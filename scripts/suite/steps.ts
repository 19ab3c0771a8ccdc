import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { workingChromium } from '@kirana/testing/chromium'
import { bin, command, root } from '@kirana/testing/command'
import { chosenServerTests, isLanding } from './test-files.ts'
import { countPlaywright, countVitest, settle, type Count } from './results.ts'

export interface Outcome extends Count {
  output: string
}

export interface Step {
  /** The NAME in `npm test -- NAME`. */
  name: string
  title: string
  run: () => Promise<Outcome>
  /** Consecutive steps with the same value run at the same time, because each keeps only one core busy. */
  together?: 'checks' | 'before the browser tests'
}

const reports = join(root, 'test-results')
const node = (...args: string[]) => [process.execPath, ...args] as const
const vite = bin('vite/bin/vite.js')
const tsc = bin('typescript/bin/tsc')

/** A step that counts as one test. */
function single(
  name: string,
  title: string,
  line: readonly [string, ...string[]],
  together?: Step['together'],
): Step {
  const run = async () => {
    const { code, output } = await command(line)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
  }
  return { name, title, run, ...(together && { together }) }
}

const check = (...[name, title, line]: Parameters<typeof single>) => single(name, title, line, 'checks')

async function suite(
  report: string,
  line: readonly [string, ...string[]],
  count: (json: string) => Count,
  env: Record<string, string> = {},
): Promise<Outcome> {
  rmSync(report, { force: true })
  mkdirSync(reports, { recursive: true })
  const { code, output } = await command(line, env)
  let counted: Count | undefined
  try {
    counted = count(readFileSync(report, 'utf8'))
  } catch (error) {
    return { ...settle(undefined, code), output: `${output}\nNo readable report: ${String(error)}` }
  }
  return {
    ...settle(counted, code),
    output: counted.passed + counted.failed ? output : `${output}\nNo test ran.`,
  }
}

/** Runs projects of Vitest (`unit`, `api`, `engine`), or only `files` of them, and counts the tests. */
export function vitest(
  projects: readonly string[],
  env: Record<string, string> = {},
  files: readonly string[] = [],
): Promise<Outcome> {
  const report = join(reports, `${projects.join('-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return suite(
    report,
    [
      ...bin('vitest/vitest.mjs'),
      'run',
      ...files,
      ...projects.flatMap((name) => ['--project', name]),
      ...reporters,
    ],
    countVitest,
    env,
  )
}

type BrowserRun = {
  /** Only the tests of this Playwright project, which `npm test` leaves out. */
  onDemand?: string
  /** Without tests that take ten seconds or more. */
  isQuick?: boolean
  /** Screens are also tested in dark mode and on a phone. */
  looks?: 'all'
  /** How often the browser is killed. */
  kills?: number
}

/** The browser tests. */
export async function browser({
  onDemand = '',
  isQuick = false,
  looks,
  kills,
}: BrowserRun = {}): Promise<Outcome> {
  const { chromium, problem } = await workingChromium()
  if (problem !== undefined) return { passed: 0, failed: 1, skipped: 0, output: problem }
  const report = join(reports, 'browser.json')
  const line = [...bin('@playwright/test/cli.js'), 'test', '--reporter=dot,json'] as const
  const env = {
    CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ON_DEMAND: onDemand,
    LOOKS: looks ?? '',
    QUICK: isQuick ? '1' : '',
    ...(kills !== undefined && { KILLS: String(kills) }),
  }
  return suite(report, line, countPlaywright, env)
}

export const build = single(
  'build',
  'build of the web app',
  [...vite, 'build', 'web', '--logLevel=warn'],
  'before the browser tests',
)
/** Without this step the browser tests would create the stores while one core is idle. */
const stores = single(
  'stores',
  'stores for the browser tests',
  node('testing/src/prepare.ts'),
  'before the browser tests',
)

/** The checks run first; the browser tests use the output of the build. */
export const steps: Step[] = [
  check('types', 'types', [...tsc, '--noEmit', '-p', 'tsconfig.json']),
  check('web-types', 'types of the web app', [...tsc, '--noEmit', '-p', 'web/tsconfig.json']),
  check('lint', 'lint', [...bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']),
  check('format', 'format', [...bin('oxfmt/bin/oxfmt'), '--check']),
  check('repository', 'repository rules', node('scripts/check.ts')),
  { name: 'unit', title: 'unit tests', run: () => vitest(['unit']) },
  {
    name: 'api',
    title: 'API tests, embedded database',
    run: () => vitest(['api', 'engine'], {}, chosenServerTests()),
  },
  build,
  stores,
  single('budget', "the bundle's budgets", node('scripts/budget.ts')),
  { name: 'e2e', title: 'browser tests', run: () => browser({ isQuick: !isLanding }) },
]
