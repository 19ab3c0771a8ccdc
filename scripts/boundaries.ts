import { adminScreens, components, type Layer, mayImport, services } from './rooms.ts'

/**
 * What each folder may import. `oxlint.config.ts` turns other imports into lint errors. Patterns are those of .gitignore: a
 * later `!` allows again.
 */

/** What the product code of some folders may not import; with `tests`, what their tests may not import either. */
type Boundary = { files: string[]; deny: string[]; message: string; tests?: boolean }

/** A boundary for each room: what the layer denies, then the patterns for each room. */
const roomBoundaries = (
  layer: Layer,
  deny: string[],
  patterns: (room: string, isAllowed: boolean) => string[],
): Boundary[] =>
  Object.keys(layer.rooms).map((name) => {
    const all = Object.keys(layer.rooms)
    const allowed = all.filter((other) => mayImport(layer, name, other))
    return {
      files: [`${layer.folder}/${name}/**`],
      deny: [...deny, ...all.flatMap((other) => patterns(other, other === name || allowed.includes(other)))],
      message: `${layer.folder}/${name} may import ${allowed.join(', ')} of its layer (scripts/rooms.ts).`,
    }
  })

/** Allows a package or folder again, and its parents, as .gitignore patterns require. */
function allow(path: string): string[] {
  const names = path.split('/')
  return [...names.map((_, at) => `!${names.slice(0, at + 1).join('/')}`), `!${path}/**`]
}

const underFolders = (...folders: string[]) => folders.map((folder) => `**/${folder}/**`)
const packages = (...names: string[]) => names.flatMap((name) => [name, `${name}/**`])

const domainAlone = ['@kirana/**', ...allow('@kirana/domain')]
const testCode = [...underFolders('scripts', 'e2e', 'bench', 'testing'), ...packages('@kirana/testing')]
const databaseRows = ['**/db/**', '!**/db/types.ts', '!**/db/rows.ts', '!**/db/send.ts']
const composition = ['app', 'context', 'config/config'].map((name) => `**/${name}.ts`)
const aboveServices = [
  ...composition,
  ...underFolders('routes', 'http', 'audit', 'csv', 'process', 'commands', 'sample'),
]
const noServer = [...packages('@kirana/server'), '**/server/**']

const tests: Boundary[] = [
  {
    files: ['server/**'],
    deny: underFolders('scripts', 'e2e', 'bench', 'testing/src', 'web'),
    message: "the server's tests share helpers through @kirana/testing, never with scripts, e2e or bench.",
    tests: true,
  },
  {
    files: ['testing/**'],
    deny: [
      ...underFolders('scripts', 'e2e', 'bench', 'server', 'web'),
      ...packages('@kirana/server', '@kirana/web'),
    ],
    message: 'testing uses the product over HTTP only: it may import only contract.',
    tests: true,
  },
  {
    files: ['scripts/**'],
    deny: [...underFolders('e2e', 'bench', 'testing/src', 'web/src'), ...noServer],
    message: 'scripts start the product as processes. Code shared with tests is in @kirana/testing.',
    tests: true,
  },
  {
    files: ['e2e/**', 'bench/**'],
    deny: [
      '@kirana/**',
      ...allow('@kirana/contract'),
      ...allow('@kirana/testing'),
      ...underFolders('server', 'web', 'scripts', 'testing/src', 'domain/src', 'contract/src'),
      '../**/e2e/**',
      '../**/bench/**',
    ],
    message: 'e2e and bench use the product over HTTP only: they may import only contract and testing.',
    tests: true,
  },
]

const server: Boundary[] = [
  { files: ['domain/**'], deny: ['**', '!./**'], message: 'domain is pure: it may import only itself.' },
  {
    files: ['contract/**'],
    deny: ['**', ...allow('zod'), ...allow('@kirana/domain'), '!./**', '!../*.ts', '!../wire/**'],
    message: 'contract imports zod and domain only.',
  },
  {
    files: ['contract/src/wire/**'],
    deny: ['**', ...allow('zod'), ...allow('@kirana/domain'), '!./**'],
    message: 'contract/src/wire is the vocabulary of calls: it knows no entity.',
  },
  { files: ['server/src/**'], deny: testCode, message: 'the product must not import test code.' },
  {
    files: ['server/src/tables/**'],
    deny: ['**', ...allow('drizzle-orm'), '!uuid', ...allow('@kirana/domain'), '!./**'],
    message: 'tables import drizzle, domain and other tables only.',
  },
  {
    files: ['server/src/request/**'],
    deny: [
      ...testCode,
      ...domainAlone,
      ...databaseRows,
      '!**/db/errors.ts',
      ...aboveServices,
      ...underFolders('services'),
      'fastify',
      '@fastify/**',
    ],
    message:
      'request is a layer below http and services: it imports tables, domain, statements and errors of db.',
  },
  {
    files: ['server/src/audit/**'],
    deny: ['**', ...allow('@kirana/contract'), ...allow('@kirana/domain'), '!./**'],
    message: 'audit puts entries of the log into words: it imports contract and domain only.',
  },
  ...roomBoundaries(
    services,
    [
      ...testCode,
      ...domainAlone,
      ...databaseRows,
      ...aboveServices,
      '!**/db/errors.ts',
      '!**/db/snapshot.ts',
      '!**/db/fill.ts',
      'fastify',
      '@fastify/**',
    ],
    (room, isAllowed) => (isAllowed ? [] : [`../${room}/**`, `../../${room}/**`]),
  ),
  {
    files: ['server/src/routes/**'],
    deny: [
      ...testCode,
      '@kirana/web/**',
      './**',
      ...databaseRows,
      '**/app.ts',
      '**/config/config.ts',
      ...underFolders('routes', 'process', 'sample', 'commands'),
    ],
    message: 'routes import contract, audit, tables, services, http and domain, never each other.',
  },
  {
    files: ['server/src/http/**'],
    deny: [
      ...testCode,
      '@kirana/web/**',
      ...underFolders('routes', 'services', 'audit', 'tables', 'process', 'sample'),
      '**/app.ts',
    ],
    message: 'http knows no entity: it imports contract, domain, request and the configuration.',
  },
  {
    files: ['server/src/csv/**'],
    deny: [
      ...testCode,
      '@kirana/web/**',
      'drizzle-orm',
      ...composition,
      ...underFolders('db', 'routes', 'http', 'process', 'commands', 'sample', 'tables'),
    ],
    message:
      'csv reads and writes files without a database: of the server, it imports errors and the types of services.',
  },
  {
    files: ['server/src/app.ts'],
    deny: [
      ...testCode,
      '@kirana/web/**',
      ...underFolders('tables', 'services', 'audit', 'process', 'sample'),
    ],
    message: 'app imports routes, http and db.',
  },
]

const libAlone = [
  '@kirana/**',
  ...allow('@kirana/contract'),
  ...allow('@kirana/domain'),
  '#/**',
  ...allow('#/lib'),
  '../**',
]
const noOtherScreen = [...noServer, '#/routes/**', '../**']

const web: Boundary[] = [
  {
    files: ['web/src/lib/**'],
    deny: libAlone,
    message: 'web/src/lib imports contract, domain and itself only.',
  },
  {
    files: ['web/src/lib/*.ts', 'web/src/lib/{session,browser}/**'],
    deny: [...libAlone, ...packages('#/lib/live', './live')],
    message: 'of web/src/lib, only outbox may import live.',
  },
  {
    files: ['web/src/ui/**'],
    deny: ['@kirana/**', '#/**', ...allow('#/lib'), ...allow('#/ui'), '../**'],
    message: 'web/src/ui has the basic components: it must not depend on entities or screens.',
  },
  ...roomBoundaries(
    components,
    [...noServer, '#/routes/**', '**/routes/**', '../**', '#/components/**'],
    (room, isAllowed) => (isAllowed ? allow(`#/components/${room}`) : []),
  ),
  {
    files: ['web/src/routes/**'],
    deny: [...noOtherScreen, './**', '!./-*', '!./-*/**'],
    message:
      'a screen imports components, lib, ui, contract, domain and the rooms next to it, never a screen.',
  },
  {
    files: ['web/src/routes/-*/**', 'web/src/routes/superadmin/-*/**'],
    deny: noOtherScreen,
    message: 'a room beside a screen imports components, lib, ui, contract, domain and its own files.',
  },
  {
    files: ['web/src/routes/admin/*/**'],
    deny: [...noOtherScreen, './**', '!../-*', '!../-*/**', '!../../-*', '!../../-*/**'],
    message: 'a screen in a folder imports the rooms of its area, never another screen.',
  },
  ...roomBoundaries(adminScreens, noOtherScreen, (room, isAllowed) =>
    isAllowed ? [`!../${room}`, `!../${room}/**`] : [],
  ),
]

/** If a file matches several boundaries, the last one applies. */
export const boundaries: readonly Boundary[] = [...tests, ...server, ...web]
