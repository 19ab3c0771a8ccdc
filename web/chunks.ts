import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Info = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds' | 'code'>
type InfoOf = (id: string) => Info | null

/**
 * The chunks that most screens load, in the order in which the browser needs them. Each takes what its files import,
 * directly or not, and no earlier one has.
 */
const stages: readonly (readonly [chunk: string, files: RegExp])[] = [
  // The session and the sign-ins.
  ['base', /routes[\\/]_public(\.tsx|[\\/](super)?admin\.signin\.tsx)\?|session[\\/]profiles\.ts/],
  // The shells and the dashboards.
  ['kit', /routes[\\/](super)?admin[\\/](route|dashboard)\.tsx\?/],
  // From here on, what the shell loads when the screen is drawn. Screens of orders need the outbox at once.
  ['figures', /reports[\\/](today|needs)\.tsx/],
  ['outbox', /feedback[\\/]unsent\.tsx|outbox[\\/]picks\.ts/],
  ['live', /(live-host|menu-count)\.tsx/],
  // What forms in steps need of the overlay library.
  ['widgets', /ui[\\/]accordion\.tsx/],
  ['overlays', /feedback[\\/]notices\.tsx|ui[\\/]dialog\.tsx/],
]
const afterScreen = new Set(['figures', 'outbox', 'live', 'overlays'])
/** Chunks that a list has loaded anyway. */
const ofLists = new Set(['base', 'kit', 'lists'])
const form = /node_modules[\\/]react-hook-form[\\/]|lib[\\/]form\.ts|shell[\\/]sign-in\.tsx/
/** Drafts and comparisons: of forms that edit records, not of those of a sign-in or one press. */
const editing = /components[\\/]forms[\\/](draft-store|editing|editing-notes|stale)\.ts/
const passkeys = /node_modules[\\/]@simplewebauthn[\\/]/
const overlay = /node_modules[\\/]@(base-ui|floating-ui)[\\/]/
/** Loaded for an address: a screen keeps a chunk of its own, by whose name the budgets find it. */
const screen = /\?tsr-split=component$/
const shell = /routes[\\/](_public|(super)?admin[\\/]route)\.tsx\?/
/** Parts of screens that belong together. The room `-lists` serves screens of many kinds. */
const room = /routes[\\/]\w+[\\/]-(?!lists[\\/])([\w-]+)[\\/]/
/** Parts that many screens open, each seldom: with the rest of what they share, these would load at once. */
const opened = /(?:components|contract[\\/]src)[\\/](security(?!.(download|proof-form))|journal)[\\/.]/
/** Screens and dialogs of products, and the palette, which searches them. */
const aboutProducts = /routes[\\/]admin[\\/](-product(s|-files)[\\/]|product)|palette\.tsx/
const orderPage = /order[\\/]get\.\$orderId\.tsx/
/** The library's index imports them for everybody, but only the screen of a round uses them. */
const ofRounds = /[\\/](useQueries|queriesObserver)\.js$/
/** Screens and dialogs of picks, of one order and of a round. */
const aboutPicks = /routes[\\/]admin[\\/](-(picking|round)[\\/]|orders?[\\/](pick|round))/
/** Modules that fewer screens use stay out of the chunk of all lists. */
const MIN_SCREENS = 4
/** Modules with less code (in characters) are not worth a request of their own. */
const MIN_LENGTH = 1500
/** The bundler leaves out of these most of what nothing uses. */
const shaken = /[\\/](domain|contract)[\\/]src[\\/]/

/** The modules and all their static imports, which the browser needs together. */
function closure(infoOf: InfoOf, ids: Iterable<string>): Set<string> {
  const found = new Set(ids)
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next)
  return found
}

/** The roots of all dynamic imports, those that need each module, its stage, and the modules that need overlays. */
function survey(infoOf: InfoOf) {
  const all = new Set([fileURLToPath(new URL('index.html', import.meta.url))])
  const roots = new Set<string>()
  for (const id of all) {
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
    for (const next of dynamicallyImportedIds) roots.add(next)
    for (const next of [...importedIds, ...dynamicallyImportedIds]) all.add(next)
  }
  const usersOf = new Map<string, string[]>()
  for (const root of roots)
    for (const id of closure(infoOf, [root])) usersOf.set(id, [...(usersOf.get(id) ?? []), root])
  const stageOf = new Map<string, string>()
  for (const [chunk, files] of stages) {
    const starts = [...all].filter((id) => files.test(id))
    for (const id of closure(infoOf, starts)) if (!stageOf.has(id)) stageOf.set(id, chunk)
  }
  const isOverlay = (id: string) => overlay.test(id) && stageOf.get(id) !== 'widgets'
  const dialogs = new Set([...all].filter((id) => [...closure(infoOf, [id])].some(isOverlay)))
  return { roots, usersOf, stageOf, dialogs }
}

let surveyed: ReturnType<typeof survey> | null = null

/**
 * Chunk of a module that several screens share, so that a screen loads few files: one of the stages, `forms`, `editing`, one per
 * room (and one for the room's dialogs), `lists` for what many screens share, `product-data` for those of products.
 * null for the modules of one screen or dialog, and of few.
 */
export function chunkOf(id: string, context: { getModuleInfo: InfoOf }): string | null {
  surveyed ??= survey((other) => context.getModuleInfo(other))
  const { roots, usersOf, stageOf, dialogs } = surveyed
  const users = usersOf.get(id) ?? []
  const stage = stageOf.get(id)
  if ((screen.test(id) && !shell.test(id)) || ofRounds.test(id)) return null
  if (users.length === 1 && users.every((user) => screen.test(user) && !shell.test(user))) return null
  if (form.test(id)) return 'forms'
  if (editing.test(id)) return 'editing'
  if (passkeys.test(id)) return 'passkeys'

  const { importedIds = [], code } = context.getModuleInfo(id) ?? {}
  const isSmall = (code?.length ?? 0) < (shaken.test(id) ? 3 * MIN_LENGTH : MIN_LENGTH)
  const isDialog = dialogs.has(id)
  if (stage !== undefined) {
    // What others need of a later stage, with nothing else of it, is too little to load the rest for.
    const isAlone =
      afterScreen.has(stage) && !isDialog && !importedIds.some((next) => stageOf.get(next) === stage)
    const isOthers = users.some((user) => stageOf.get(user) !== stage && (isSmall || screen.test(user)))
    return isAlone && isOthers ? 'kit' : stage
  }
  if (roots.has(id) || users.length < 2) return null
  const inRoom = (name: string) => (isDialog ? `${name}-dialogs` : name)
  const [, part] = opened.exec(id) ?? []
  if (part !== undefined) return inRoom(part)
  const screens = users.filter((user) => screen.test(user))
  if (screens.length >= MIN_SCREENS) return isDialog ? 'overlays' : 'lists'
  const [, name] = room.exec(id) ?? []
  // An order's page needs little of the room of customers.
  if (name === 'people' && !users.some((user) => orderPage.test(user))) return inRoom('customers')
  if (name !== undefined) return inRoom(name)
  if (isDialog) return null
  if (users.every((user) => aboutProducts.test(user))) return 'product-data'
  if (users.every((user) => aboutPicks.test(user))) return 'pick-data'
  return isSmall && importedIds.every((next) => ofLists.has(chunkOf(next, context) ?? '')) ? 'lists' : null
}
