import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { allowedOnWeb, forbiddenOnWeb } from './web-boundaries.ts'

const root = join(import.meta.dirname, '..')
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Lints the files with the repository's configuration; returns each `file rule` once, sorted. */
function lint(files: Record<string, string>, ...options: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-lint-'))
  folders.push(folder)
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
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
      // Otherwise it is looked up in the linted folder's node_modules.
      env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') },
    },
  )
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] }
  const found = new Set(diagnostics.map(({ code, filename }) => `${filename} ${code}`))
  expect(run.status).toBe(found.size > 0 ? 1 : 0)
  return [...found].toSorted()
}

const violation = 'eslint(no-restricted-imports)'
const imports = (source: string) => `export { thing } from '${source}'\n`

/** Forbidden imports of each folder, in every spelling of the path. */
const forbidden: Record<string, string[]> = {
  'domain/src/price.ts': ['node:fs', 'zod', '@kirana/contract/orders', '../../server/src/config.ts'],
  'contract/src/orders.ts': ['fastify', '@kirana/server/config', '../../server/src/tables/orders.ts'],
  'contract/src/store/orders.ts': ['../../../server/src/config.ts', '../../server/config.ts'],
  'server/src/tables/orders.ts': ['@kirana/contract/orders', '../services/orders.ts', '../errors.ts', 'zod'],
  'server/src/calls/sessions.ts': [
    '@kirana/contract/route',
    '../services/people/accounts.ts',
    '../http/access.ts',
    '../routes/staff.ts',
    '../db/open.ts',
    '../context.ts',
    'fastify',
  ],
  'server/src/services/invoices/page.ts': [
    '@kirana/contract',
    '@kirana/contract/orders',
    '../../routes/orders.ts',
    '../../http/serve.ts',
    '../../db/migrate.ts',
    '../../db/open.ts',
    '../../sample/load.ts',
    '../../commands/verify.ts',
    '../../app.ts',
    '../../config.ts',
    '../../context.ts',
    '../orders/rows.ts',
    'fastify',
  ],
  'server/src/services/orders/place.ts': [
    '../people/accounts.ts',
    '../payments/checkout.ts',
    '../../http/serve.ts',
  ],
  'server/src/services/catalogue/pictures.ts': ['../wallet/ledger.ts', '../../http/serve.ts'],
  'server/src/services/wallet/withdrawals.ts': ['../orders/place.ts', '../../http/serve.ts'],
  'server/src/services/payments/refunds.ts': [
    '../people/accounts.ts',
    '../journal/live.ts',
    '../../http/serve.ts',
    '../../config.ts',
  ],
  'server/src/services/people/accounts.ts': [
    '../wallet/ledger.ts',
    '../payments/refunds.ts',
    '../journal/live.ts',
    '../../http/serve.ts',
  ],
  'server/src/services/operations/backup.ts': ['../journal/live.ts', '../../http/serve.ts'],
  'server/src/services/shared/pages.ts': ['../files/store.ts', '../../http/serve.ts'],
  'server/src/routes/orders.ts': [
    './products.ts',
    '../routes/products.ts',
    '../db/open.ts',
    '../app.ts',
    '../sample/load.ts',
  ],
  'server/src/http/serve.ts': [
    '../routes/orders.ts',
    '../services/people/accounts.ts',
    '../services/shared/pages.ts',
    '../tables/orders.ts',
    '../app.ts',
  ],
  'server/src/app.ts': ['./tables/orders.ts', './services/orders/place.ts', './sample/load.ts'],
  ...forbiddenOnWeb,
  'e2e/admin/orders.test.ts': [
    '../../server/src/config.ts',
    '@kirana/domain/money',
    '@kirana/server/config',
    '../../web/src/lib/api.ts',
    '../../scripts/suite/steps.ts',
    '../../bench/calls.ts',
    '../../testing/src/caller.ts',
  ],
  'bench/orders.ts': [
    '../server/src/config.ts',
    '@kirana/domain/money',
    '../e2e/test.ts',
    '../scripts/suite/steps.ts',
  ],
  'scripts/suite/run-orders.ts': [
    '../../server/src/testing/app.ts',
    '../../e2e/test.ts',
    '../../bench/calls.ts',
    '../../testing/src/caller.ts',
    '@kirana/server/config',
  ],
  'testing/src/orders.ts': [
    '../../server/src/config.ts',
    '../../scripts/suite/steps.ts',
    '../../e2e/test.ts',
    '@kirana/server/config',
  ],
  'server/src/testing/orders.ts': ['../../../scripts/suite/steps.ts', '../../../testing/src/caller.ts'],
  'server/src/orders.test.ts': ['../../scripts/suite/steps.ts', '../../e2e/test.ts'],
  'server/src/main.ts': ['@kirana/testing/fcm', './testing/app.ts'],
}

const allowed: Record<string, string[]> = {
  'domain/src/price.ts': ['./money.ts'],
  'contract/src/orders.ts': ['zod', 'zod/mini', '@kirana/domain/money', './route.ts'],
  'server/src/tables/orders.ts': [
    'drizzle-orm',
    'drizzle-orm/pg-core',
    'uuid',
    '@kirana/domain/money',
    './columns.ts',
  ],
  'server/src/calls/sessions.ts': ['../tables/people.ts', '../session.ts', '../errors.ts', '../db/types.ts'],
  'server/src/services/orders/place.ts': [
    '../../tables/orders.ts',
    '@kirana/domain/money',
    '../../errors.ts',
    './quote.ts',
    '../wallet/ledger.ts',
    '../catalogue/product-rows.ts',
    '../shared/pages.ts',
    '../../db/types.ts',
    '../../db/errors.ts',
    'node:crypto',
  ],
  'server/src/services/invoices/page.ts': ['../../tables/orders.ts', './lines.ts', 'pdfkit'],
  'server/src/services/catalogue/pictures.ts': ['../files/store.ts', '../shared/pages.ts', 'sharp'],
  'server/src/services/payments/refunds.ts': [
    '../orders/status.ts',
    '../wallet/ledger.ts',
    '../shared/pages.ts',
    '../../calls/audit.ts',
    './provider.ts',
  ],
  'server/src/services/people/superadmin.ts': ['../../calls/audit.ts', '../../session.ts'],
  'server/src/routes/orders.ts': [
    '@kirana/contract',
    '../tables/orders.ts',
    '../services/orders/place.ts',
    '../http/serve.ts',
    '@kirana/domain/money',
    '../db/types.ts',
  ],
  'server/src/routes/orders.test.ts': ['../app.ts', '../db/open.ts'],
  'server/src/http/serve.ts': ['@kirana/contract/route', '../calls/sessions.ts', '../errors.ts', 'fastify'],
  'server/src/app.ts': [
    './routes/orders.ts',
    './http/serve.ts',
    './db/types.ts',
    '@kirana/contract',
    'fastify',
  ],
  ...allowedOnWeb,
  'e2e/admin/orders.test.ts': [
    '@kirana/contract',
    '@kirana/contract/orders',
    '@kirana/testing/caller',
    '../api.ts',
    '@playwright/test',
  ],
  'bench/orders.ts': ['@kirana/contract', '@kirana/testing/postgres', './load.ts', 'autocannon'],
  'scripts/suite/run-orders.ts': ['@kirana/contract', '@kirana/testing/postgres', './steps.ts'],
  'testing/src/orders.ts': ['@kirana/contract', './caller.ts', 'drizzle-orm'],
  'server/src/testing/orders.ts': ['@kirana/testing/storage', '../app.ts'],
  'server/src/orders.test.ts': ['@kirana/testing/fcm', './testing/app.ts'],
}

/** Puts each import into its own numbered file, so that each must be reported on its own. */
function spread(table: Record<string, string[]>): Record<string, string> {
  const files: Record<string, string> = {}
  for (const [path, sources] of Object.entries(table)) {
    sources.forEach((source, at) => {
      // The rule for app.ts applies to that single file, so its imports are tested together.
      if (path === 'server/src/app.ts') files[path] = (files[path] ?? '') + imports(source)
      else files[path.replace(/(\.test)?\.tsx?$/, (end) => `-${at}${end}`)] = imports(source)
    })
  }
  return files
}

test('reports every forbidden import', () => {
  const files = spread(forbidden)
  expect(lint(files)).toEqual(
    Object.keys(files)
      .map((path) => `${path} ${violation}`)
      .toSorted(),
  )
})

test('reports each of tables, services and the sample store when app.ts imports it', () => {
  for (const source of forbidden['server/src/app.ts'] ?? []) {
    expect(lint({ 'server/src/app.ts': imports(source) })).toEqual([`server/src/app.ts ${violation}`])
  }
})

test('accepts every allowed import', () => {
  expect(lint(spread(allowed))).toEqual([])
})

test('reports import() and type imports', () => {
  expect(lint({ 'domain/src/late.ts': "export const late = () => import('zod')\n" })).toEqual([
    `domain/src/late.ts ${violation}`,
  ])
  expect(lint({ 'domain/src/type.ts': "export type { Thing } from 'zod'\n" })).toEqual([
    `domain/src/type.ts ${violation}`,
  ])
})

test('reports fetch outside web/src/lib', () => {
  const text = "export const load = () => fetch('/api/v1/orders')\n"
  expect(lint({ 'web/src/components/tables/loader.ts': text, 'web/src/lib/send.ts': text })).toEqual([
    'web/src/components/tables/loader.ts eslint(no-restricted-globals)',
  ])
})

test('reports import cycles, type cycles, any, ! and files over 300 lines', () => {
  const files = {
    'domain/src/one.ts': "import { two } from './two.ts'\n\nexport const one = () => two\n",
    'domain/src/two.ts': "import { one } from './one.ts'\n\nexport const two = () => one\n",
    'domain/src/type-one.ts': "export type { Two } from './type-two.ts'\n\nexport type One = 1\n",
    'domain/src/type-two.ts': "export type { One } from './type-one.ts'\n\nexport type Two = 2\n",
    'domain/src/any.ts': 'export const parse = (text: string): any => JSON.parse(text)\n',
    'domain/src/bang.ts': 'export const first = (list: string[]) => list[0]!\n',
    'domain/src/long.ts': `${'//\n'.repeat(300)}export const line = 1\n`,
    'domain/src/full.ts': `${'//\n'.repeat(299)}export const line = 1\n`,
  }
  expect(lint(files)).toEqual([
    'domain/src/any.ts typescript(no-explicit-any)',
    'domain/src/bang.ts typescript(no-non-null-assertion)',
    'domain/src/long.ts eslint(max-lines)',
    'domain/src/one.ts import(no-cycle)',
    'domain/src/two.ts import(no-cycle)',
    'domain/src/type-one.ts import(no-cycle)',
    'domain/src/type-two.ts import(no-cycle)',
  ])
})

test('reports a floating promise', () => {
  const files = {
    'tsconfig.json': '{ "compilerOptions": { "lib": ["es2024"] } }',
    'domain/src/lost.ts': 'async function save() {}\n\nexport function close() {\n  save()\n}\n',
    'domain/src/kept.ts': 'async function save() {}\n\nexport async function close() {\n  await save()\n}\n',
  }
  expect(lint(files, '--type-aware')).toEqual(['domain/src/lost.ts typescript(no-floating-promises)'])
})
