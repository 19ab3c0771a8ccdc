import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentChecks } from './checks/documents.ts'
import { migrationChecks } from './checks/migrations.ts'
import { packageChecks } from './checks/packages.ts'
import { openRepository } from './checks/repository.ts'
import { sourceChecks } from './checks/sources.ts'
import { testChecks } from './checks/tests.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** Removes the bars, which hide forbidden text in this file from the repository's own check. */
const joined = (text: string) => text.replaceAll('|', '')

/** The problems that the check whose rule contains `words` finds in a repository with these files. */
async function problems(words: string, files: Record<string, string>): Promise<string[]> {
  const checks = [documentChecks, sourceChecks, testChecks, packageChecks, migrationChecks].flat()
  const found = checks.filter(({ rule }) => rule.includes(words))
  expect(found.length).toBe(1)
  const folder = mkdtempSync(join(tmpdir(), 'kirana-checks-'))
  folders.push(folder)
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return (await found[0]?.problems(openRepository(folder))) ?? []
}

test('reports paths in documents that do not exist', async () => {
  const files = {
    'docs/map.md': [
      'See `server/src/gone.ts`, [the start](running.md), [lost](../lost.md#there) and `missing.ts`.',
      'Fine: `../web/src/main.tsx:12`, `main.tsx`, `image/png`, `/api/v1/orders`, `npm run build`, `web/dist/x.js`,',
      '`data/files`, `server/src/<entity>.ts`, [site](https://example.com/a.md), [here](#map).',
      '```',
      'server/src/example-in-a-block.ts',
      '```',
      'And `scripts/nothing/`.',
    ].join('\n'),
    'docs/running.md': 'Text.',
    'web/src/main.tsx': '',
  }
  expect((await problems('every path', files)).toSorted()).toEqual([
    'docs/map.md names ../lost.md, which does not exist',
    'docs/map.md names missing.ts, which does not exist',
    'docs/map.md names scripts/nothing/, which does not exist',
    'docs/map.md names server/src/gone.ts, which does not exist',
  ])
})

test('reports contracts, handlers and tables whose names differ', async () => {
  const files = {
    'contract/src/index.ts': [
      "import { coupons } from './coupons.ts'",
      "import type { Group } from './route.ts'",
      "import { staffSecurity, superadminSecurity } from './security.ts'",
      "import { storeMe } from './store/me.ts'",
    ].join('\n'),
    'docs/map.md': '`people`: staff. `server/src/routes/robots.ts` is for programs.',
    'server/src/routes/coupons.ts': '',
    'server/src/routes/coupons.test.ts': '',
    'server/src/routes/robots.ts': '',
    'server/src/routes/security.ts': '',
    'server/src/routes/store/cart.ts': '',
    'server/src/tables/coupons.ts': '',
    'server/src/tables/people.ts': '',
    'server/src/tables/vouchers.ts': '',
  }
  const unnamed = 'has no contract of that name, and docs/map.md does not name it'
  expect(await problems('an entity', files)).toEqual([
    'contract/src/store/me.ts has no handlers',
    `server/src/routes/store/cart.ts ${unnamed}`,
    `server/src/tables/vouchers.ts ${unnamed}`,
  ])
})

test('reports a missing or long README.md', async () => {
  expect(await problems('README', {})).toEqual(['There is no README.md'])
  expect(await problems('README', { 'README.md': 'word '.repeat(500) })).toEqual(['README.md has 500 words'])
  expect(await problems('README', { 'README.md': 'word '.repeat(499) })).toEqual([])
})

test('reports decisions without status and date', async () => {
  const files = {
    'docs/decisions/001-a.md': '# 001 A\n\n**Status.** Accepted, 2026-11-23. **Context.** Why.\n',
    'docs/decisions/002-b.md': '# 002 B\n\n**Context.** Why.\n',
    'docs/decisions/003-c.md': '# 003 C\n\n**Status.** Replaced by 001, 2026-11-23. **Context.** Why.\n',
  }
  expect(await problems('a decision has a status', files)).toEqual([
    "docs/decisions/002-b.md has no '**Status.** Accepted, YYYY-MM-DD.'",
  ])
})

test('reports long decisions and gaps in their numbers', async () => {
  const files = {
    'docs/decisions/001-a.md': 'line\n'.repeat(25),
    'docs/decisions/002-b.md': 'line\n'.repeat(26),
  }
  expect(await problems('a decision has at most', files)).toEqual(['docs/decisions/002-b.md has 26 lines'])
  expect(await problems('numbered', files)).toEqual([])
  expect(await problems('numbered', { ...files, 'docs/decisions/002-c.md': '' })).toEqual([
    'docs/decisions/002-c.md should be number 003',
  ])
})

test('reports files over 300 lines, except generated ones', async () => {
  const long = 'line\n'.repeat(301)
  const files = {
    'web/src/a.css': long,
    'scripts/b.mjs': 'line\n'.repeat(300),
    'web/src/routeTree.gen.ts': long,
    'docs/c.md': long,
  }
  expect(await problems('longer than', files)).toEqual(['web/src/a.css has 301 lines'])
})

test('reports paths of a specific machine and hosts of package registries', async () => {
  const files = {
    'docs/a.md': joined('cd /ho|me/asha/shop'),
    'server/src/b.ts': joined("const place = '/wo|rk/main'"),
    'package-lock.json': joined('{\n"resolved": "ht|tps://example.com/a.tgz"\n}'),
    'web/src/c.ts': joined("fetch('https://regis|try.example.com/a')"),
    'web/src/fine.ts':
      "export const to = '/admin/home/banners'\nconst also = '/home'\nconst from = '../shop/a.ts'\n",
  }
  expect(await problems('specific machine', files)).toEqual([
    'docs/a.md:1 contains a path of a specific machine',
    'package-lock.json:2 contains the download URL of a package',
    'server/src/b.ts:1 contains a path of a specific machine',
    'web/src/c.ts:1 contains the host of a package registry',
  ])
})

test('reports skipped and focused tests', async () => {
  const files = Object.fromEntries(
    ['only', 'skip', 'todo', 'fixme'].map((word) => [
      `e2e/${word}.test.ts`,
      joined(`te|st.${word}('x', () => {})\n`),
    ]),
  )
  expect((await problems('skipped', files)).length).toBe(4)
  expect(
    await problems('skipped', {
      'e2e/a.test.ts': "test.describe('x', () => {})\nlist.skip(2)\n",
      'e2e/b.test.ts':
        "where(reason, () => {\n  test('x', () => {\n    if (a) {\n      expect(b)\n    }\n  })\n})\n",
    }),
  ).toEqual([])
  expect(
    await problems('skipped', {
      'e2e/a.test.ts': joined("const on = server ? te|st : () => {}\non('x', () => {})\n"),
      'e2e/b.test.ts': joined("fine()\nif (server) {\n  const { url } = server\n  te|st('x', () => {})\n}\n"),
      'e2e/c.test.ts': joined("if (server) te|st('x', () => {})\n"),
    }),
  ).toEqual([
    joined('e2e/a.test.ts:1 skips or focuses tests: const on = server ? te|st : () => {}'),
    'e2e/b.test.ts:2 skips or focuses tests: if (server) {',
    joined('e2e/c.test.ts:1 skips or focuses tests: if (server) te|st('),
  ])
})

test('reports test files that no command runs', async () => {
  const database = "import { testApp } from '../testing/app.ts'\n"
  const files = {
    'bench/a.test.ts': '',
    'server/src/a.test.ts': '',
    'server/src/b.test.ts': database.replace('..', '.'),
    'server/src/config/config.unit.test.ts': database,
    'server/src/c.slow.test.ts': database.replace('..', '.'),
    'server/src/d.both.engine.test.ts': '',
    'web/src/fine.test.tsx': '',
  }
  const found = await problems('is run by a command', files)
  expect(found.filter((problem) => !problem.startsWith('There is no '))).toEqual([
    'bench/a.test.ts is run by no command',
    "server/src/a.test.ts asks for no database and runs on a server's",
    'server/src/c.slow.test.ts has an ending that no command knows',
    'server/src/config/config.unit.test.ts asks for a database and runs on the embedded one alone',
    'server/src/d.both.engine.test.ts has an ending that no command knows',
  ])
  expect(found).toContain('There is no e2e/superadmin/first-start.test.ts')
})

test('reports route files that export anything but Route', async () => {
  const files = {
    'web/src/routes/a.tsx': 'export const Route = 1\nexport function Screen() {}\n',
    'web/src/routes/b.tsx': 'const x = 1\nexport { x }\n',
    'web/src/routes/c.tsx': 'const x = 1\n',
    'web/src/routes/d.tsx': 'export const Route = 1\nexport default Route\n',
    'web/src/routes/fine.tsx': 'export const Route = 1\nfunction Screen() {}\n',
    'web/src/routes/-private.tsx': 'export const x = 1\n',
    'web/src/routes/order-part.tsx': 'export const x = 1\n',
  }
  expect(await problems('route file', files)).toEqual([
    'web/src/routes/a.tsx exports Screen',
    'web/src/routes/b.tsx exports {',
    'web/src/routes/c.tsx exports no Route',
    'web/src/routes/d.tsx exports default',
  ])
})

test('reports dependencies without an exact version', async () => {
  const manifest = {
    dependencies: { zod: '^4.0.0', '@kirana/domain': '*' },
    devDependencies: { vite: '8.3.8', tsx: 'latest' },
  }
  expect(await problems('pinned', { 'web/package.json': JSON.stringify(manifest) })).toEqual([
    'web/package.json does not pin zod ^4.0.0',
    'web/package.json does not pin tsx latest',
  ])
})

test('reports packages other than node that may run install scripts', async () => {
  const manifest = { allowScripts: { node: true, esbuild: true, sharp: false } }
  expect(await problems('install script', { 'package.json': JSON.stringify(manifest) })).toEqual([
    'package.json allows esbuild to run an install script',
  ])
})

test('reports a lock file without the package of some platform', async () => {
  const packages = {
    'node_modules/tool': {
      optionalDependencies: { '@tool/linux': '1.0.0', '@tool/mac': '1.0.0', nested: '1.0.0' },
    },
    'node_modules/@tool/linux': {},
    'node_modules/tool/node_modules/nested': {},
  }
  expect(await problems('every platform', { 'package-lock.json': JSON.stringify({ packages }) })).toEqual([
    'package-lock.json lacks @tool/mac, which tool may need',
  ])
})

test('reports a table without a migration', { timeout: 30_000 }, async () => {
  const files = {
    'server/src/tables/pincodes.ts':
      "import { pgTable, text } from 'drizzle-orm/pg-core'\n\nexport const pincodes = pgTable('pincodes', { code: text() })\n",
    'server/drizzle/meta/_journal.json': '{ "version": "7", "dialect": "postgresql", "entries": [] }',
  }
  const found = await problems('migrations', files)
  expect(found.length).toBe(1)
  expect(found[0]).toContain('server/src/tables has changes without a migration')
})

test('reports old snapshots of the tables', async () => {
  const files = {
    'server/drizzle/meta/0008_snapshot.json': '{}',
    'server/drizzle/meta/0009_snapshot.json': '{}',
    'server/drizzle/meta/_journal.json': '{}',
  }
  expect(await problems('snapshot', files)).toEqual([
    'server/drizzle/meta/0008_snapshot.json is no longer needed: remove it',
  ])
})

test('a raw statement whose rows have no schema is found', async () => {
  const statement = 'const { rows } = await db.execute<{ id: string }>(sql`SELECT id FROM orders`)\n'
  const files = {
    'server/src/routes/orders.ts': statement,
    'server/src/routes/orders.test.ts': statement,
    'server/src/routes/users.ts': 'const rows = await rowsOf(db, idRow).execute(sql`SELECT id FROM users`)\n',
  }
  expect(await problems('raw statements', files)).toEqual([
    "server/src/routes/orders.ts declares the type of a raw statement's rows: use rowsOf (server/src/db/rows.ts)",
  ])
})
