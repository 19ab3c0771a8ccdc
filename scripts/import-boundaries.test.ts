import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lint, root } from './lint-planted.ts'
import { adminScreens, components, type Layer, mayImport, services } from './rooms.ts'

const violation = 'eslint(no-restricted-imports)'
const imports = (source: string) => `export { thing } from '${source}'\n`

/** Forbidden imports of each layer, in every spelling of the path. Those between rooms follow from `rooms.ts`. */
const forbidden: Record<string, string[]> = {
  'domain/src/price.ts': ['node:fs', 'zod', '@kirana/contract/orders', '../../server/src/config/config.ts'],
  'contract/src/orders.ts': ['fastify', '@kirana/server/config', '../../server/src/tables/orders.ts'],
  'contract/src/store/orders.ts': ['../../../server/src/config/config.ts', '../../server/config.ts'],
  'contract/src/wire/shapes.ts': ['../orders.ts', '../store/orders.ts', '@kirana/contract/orders', 'fastify'],
  'server/src/tables/orders.ts': ['@kirana/contract/orders', '../services/orders.ts', '../errors.ts', 'zod'],
  'server/src/request/sessions.ts': [
    '@kirana/contract/wire/route',
    '../services/people/accounts.ts',
    '../http/access.ts',
    '../routes/staff.ts',
    '../db/open.ts',
    '../context.ts',
    'fastify',
  ],
  'server/src/audit/orders.ts': ['../tables/orders.ts', '../services/journal/names.ts', '../http/serve.ts'],
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
    '../audit/sentences.ts',
    '../tables/orders.ts',
    '../app.ts',
  ],
  'server/src/app.ts': ['./tables/orders.ts', './services/orders/place.ts', './sample/load.ts'],
  'e2e/admin/orders.test.ts': [
    '../../server/src/config/config.ts',
    '@kirana/domain/money',
    '@kirana/server/config',
    '../../web/src/lib/api.ts',
    '../../scripts/suite/steps.ts',
    '../../bench/calls.ts',
    '../../testing/src/caller.ts',
  ],
  'bench/orders.ts': [
    '../server/src/config/config.ts',
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
    '../../server/src/config/config.ts',
    '../../scripts/suite/steps.ts',
    '../../e2e/test.ts',
    '@kirana/server/config',
  ],
  'server/src/testing/orders.ts': ['../../../scripts/suite/steps.ts', '../../../testing/src/caller.ts'],
  'server/src/orders.test.ts': ['../../scripts/suite/steps.ts', '../../e2e/test.ts'],
  'server/src/process/main.ts': ['@kirana/testing/fcm', './testing/app.ts'],
  'web/src/lib/api.ts': [
    '#/components/tables/pager.tsx',
    '../components/tables/pager.tsx',
    '#/ui/button.tsx',
    '#/routes/index.tsx',
    '@kirana/server/config',
  ],
  'web/src/ui/button.tsx': [
    '#/components/tables/pager.tsx',
    '../components/tables/pager.tsx',
    '@kirana/contract/orders',
    '#/routes/index.tsx',
  ],
  'web/src/lib/age.ts': ['#/lib/live/bell.ts', './live/bell.ts'],
  'web/src/lib/session/profiles.ts': ['#/lib/live/bell.ts', '../api.ts', '#/ui/button.tsx'],
  'web/src/lib/browser/title.ts': ['#/lib/live/bell.ts', '#/components/tables/pager.tsx'],
  'web/src/components/tables/pager.tsx': [
    '#/routes/index.tsx',
    '../../routes/index.tsx',
    '../../lib/api.ts',
    '../feedback/states.tsx',
    '../../../../server/src/config/config.ts',
    '@kirana/server/config',
  ],
  'web/src/components/shell/palette/palette.tsx': ['../logo.tsx', '#/routes/index.tsx'],
  'web/src/routes/admin/orders/new.tsx': [
    './index.tsx',
    '../products.tsx',
    '#/routes/admin/-orders/columns.tsx',
    '@kirana/server/config',
  ],
  'web/src/routes/admin/manual/orders/new.tsx': ['../../products.tsx', './history.tsx'],
  'web/src/routes/admin/orders.tsx': [
    '#/routes/admin/products.tsx',
    './products.tsx',
    '../index.tsx',
    '@kirana/server/config',
    '../../../../server/src/config/config.ts',
  ],
  'web/src/routes/admin/-orders/board.tsx': ['../orders.tsx', '@kirana/server/config'],
  'server/src/services/orders/place.ts': [
    '@kirana/contract',
    '@kirana/contract/orders',
    '@kirana/testing/fcm',
    '../../testing/app.ts',
    '../../routes/orders.ts',
    '../../http/serve.ts',
    '../../db/migrate.ts',
    '../../db/open.ts',
    '../../sample/load.ts',
    '../../commands/verify.ts',
    '../../app.ts',
    '../../config/config.ts',
    '../../context.ts',
    'fastify',
  ],
}

const allowed: Record<string, string[]> = {
  'domain/src/price.ts': ['./money.ts'],
  'contract/src/orders.ts': ['zod', 'zod/mini', '@kirana/domain/money', './wire/route.ts'],
  'contract/src/store/orders.ts': ['../orders.ts', '../wire/route.ts'],
  'contract/src/wire/shapes.ts': ['zod/mini', '@kirana/domain/money', './bounded.ts'],
  'server/src/tables/orders.ts': [
    'drizzle-orm',
    'drizzle-orm/pg-core',
    'uuid',
    '@kirana/domain/money',
    './columns.ts',
  ],
  'server/src/request/sessions.ts': [
    '../tables/people.ts',
    '../session.ts',
    '../errors.ts',
    '../db/types.ts',
  ],
  'server/src/routes/orders.ts': [
    '@kirana/contract',
    '../tables/orders.ts',
    '../services/orders/place.ts',
    '../http/serve.ts',
    '@kirana/domain/money',
    '../db/types.ts',
  ],
  'server/src/routes/orders.test.ts': ['../app.ts', '../db/open.ts'],
  'server/src/http/serve.ts': [
    '@kirana/contract/wire/route',
    '../request/sessions.ts',
    '../errors.ts',
    'fastify',
  ],
  'server/src/app.ts': [
    './routes/orders.ts',
    './http/serve.ts',
    './db/types.ts',
    '@kirana/contract',
    'fastify',
  ],
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
  'web/src/lib/api.ts': [
    '@kirana/contract/wire/route',
    '@kirana/domain/money',
    './notify.ts',
    '#/lib/notify.ts',
    '@tanstack/react-query',
  ],
  'web/src/ui/button.tsx': ['./icon.tsx', '#/ui/icon.tsx', 'clsx'],
  'web/src/lib/live/bell.ts': ['./chime.ts', '#/lib/stored.ts'],
  'web/src/components/tables/pager.tsx': [
    '#/ui/button.tsx',
    '#/lib/api.ts',
    '@kirana/contract/orders',
    '@kirana/domain/money',
    './search-box.tsx',
  ],
  'web/src/lib/session/profiles.ts': ['./session.ts', '#/lib/api.ts', '@kirana/contract/staff'],
  'web/src/components/shell/palette/palette.tsx': ['./palette-results.ts'],
  'web/src/routes/admin/orders/new.tsx': ['../-orders/columns.tsx', '#/components/tables/pager.tsx'],
  'web/src/routes/admin/manual/orders/new.tsx': ['../../-photo-orders/list.tsx'],
  'web/src/routes/admin/orders.tsx': [
    '#/components/tables/pager.tsx',
    '#/lib/api.ts',
    '#/ui/button.tsx',
    '@kirana/contract/orders',
    '@kirana/domain/money',
    './-order-part.tsx',
    './-orders/board.tsx',
  ],
  'web/src/routes/admin/-orders/board.tsx': ['./age.tsx'],
  'server/src/services/orders/place.ts': [
    '../../tables/orders.ts',
    '@kirana/domain/money',
    '../../errors.ts',
    './quote.ts',
    '../../db/types.ts',
    '../../db/errors.ts',
    '../../request/audit.ts',
    '../../session.ts',
    'node:crypto',
  ],
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

/** An import of each other room from each room, as that layer spells it, and whether it is allowed. */
const betweenRooms = (layer: Layer, spell: (room: string) => string) =>
  Object.keys(layer.rooms).flatMap((from) =>
    Object.keys(layer.rooms)
      .filter((to) => to !== from)
      .map((to) => ({
        path: `${layer.folder}/${from}/imports-${to}.ts`,
        text: imports(spell(to)),
        isAllowed: mayImport(layer, from, to),
      })),
  )

test('reports imports between rooms unless the table of rooms allows them', () => {
  const planted = [
    ...betweenRooms(services, (room) => `../${room}/thing.ts`),
    ...betweenRooms(components, (room) => `#/components/${room}/thing.ts`),
    ...betweenRooms(adminScreens, (room) => `../${room}/thing.ts`),
  ]
  expect(lint(Object.fromEntries(planted.map(({ path, text }) => [path, text])))).toEqual(
    planted
      .filter(({ isAllowed }) => !isAllowed)
      .map(({ path }) => `${path} ${violation}`)
      .toSorted(),
  )
})

test.each([services, components, adminScreens])('$folder has exactly the rooms of the table', (layer) => {
  const folders = readdirSync(join(root, layer.folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (layer !== adminScreens || entry.name.startsWith('-')))
    .map(({ name }) => name)
  expect(folders.toSorted()).toEqual(Object.keys(layer.rooms).toSorted())
})

test('reports import() and type imports', () => {
  expect(lint({ 'domain/src/late.ts': "export const late = () => import('zod')\n" })).toEqual([
    `domain/src/late.ts ${violation}`,
  ])
  expect(lint({ 'domain/src/type.ts': "export type { Thing } from 'zod'\n" })).toEqual([
    `domain/src/type.ts ${violation}`,
  ])
})
