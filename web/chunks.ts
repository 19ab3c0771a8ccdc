import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Info = Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds' | 'code'>
type Graph = { infoOf: (id: string) => Info | null }

const entry = fileURLToPath(new URL('index.html', import.meta.url))

/** The modules and all their static imports, which the browser needs together. */
function closure({ infoOf }: Graph, ids: readonly string[]): Set<string> {
  const found = new Set(ids)
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next)
  return found
}

/** The roots of all dynamic imports, the roots that need each module, and the modules that need overlay libraries, and those of the accordion. */
function survey(graph: Graph) {
  const roots = new Set<string>()
  const seen = new Set([entry])
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.infoOf(id) ?? {}
    for (const later of dynamicallyImportedIds) roots.add(later)
    for (const next of [...importedIds, ...dynamicallyImportedIds]) seen.add(next)
  }
  const neededBy = new Map<string, string[]>()
  for (const root of roots)
    for (const id of closure(graph, [root])) neededBy.set(id, [...(neededBy.get(id) ?? []), root])
  const ids = [...neededBy.keys()]
  const needed = closure(
    graph,
    ids.filter((id) => accordion.test(id)),
  )
  const widgets = new Set([...needed].filter((id) => overlay.test(id)))
  const overlays = new Set(
    ids.filter((id) => [...closure(graph, [id])].some((part) => overlay.test(part) && !widgets.has(part))),
  )
  return { roots, neededBy, overlays, widgets }
}

const overlay = /node_modules[\\/]@(base-ui|floating-ui)[\\/]/
/** Steps of a form, which open without a dialog. */
const accordion = /ui[\\/]accordion\.tsx$/
/** Questions, which screens load by themselves and with their dialogs. */
const alert = /ui[\\/]alert\.tsx$/
const form = /node_modules[\\/]react-hook-form[\\/]|[\\/](lib[\\/]form\.ts|sign-in\.tsx)$/
const room = /routes[\\/]\w+[\\/]-([\w-]+)[\\/]/
/** Histories, loaded below a screen. */
const journal = /components[\\/]journal[\\/](entry|object-link|to)\.tsx/
/** The shells and the session, which every screen needs. */
const frame = /routes[\\/](_public|(super)?admin[\\/]route)\.tsx|lib[\\/]session[\\/]profiles\.ts/
/** Screens available without signing in. */
const publicScreen = /routes[\\/]_public(\.tsx|[\\/])|lib[\\/]session[\\/]profiles\.ts/
/** The first screens that anybody loads, and what the frames need. */
const signIn = /routes[\\/]_public(\.tsx|[\\/](super)?admin\.signin)|lib[\\/]session[\\/]profiles\.ts/
/** Screens after signing in: the dashboards, and the live updates that load right after. */
const firstScreen = /routes[\\/](super)?admin[\\/]dashboard\.tsx|live-host\.tsx|reports[\\/]today\.tsx/
/** Screens and dialogs of products, and the palette, which is loaded on demand and searches them. */
const aboutProducts = /routes[\\/]admin[\\/](-product(s|-files)[\\/]|product)|palette\.tsx/
/** Loaded after the screen, by the shell; the board needs it at once. */
const outbox =
  /lib[\\/](outbox[\\/]|next-status\.ts)|-orders[\\/](change-state|print-slip)\.tsx|feedback[\\/]unsent\.tsx/
/** Today's figures, which load with the dashboards, and the report, which shows them for other days. */
const figures =
  /reports[\\/](today|figures|needs|words|column-chart)\.tsx?$|contract[\\/]src[\\/]reports\.ts|icons[\\/]minus\./
/** What the coupons need of the figures: too little for a request, and the figures need it first. */
const ofFigures = /domain[\\/]src[\\/]figures\.ts/
/** What asks for a second factor: the second step of signing in, and the dialog before some calls. */
const proof = /components[\\/]security[\\/](passkey|proof-form)\.tsx?$|@simplewebauthn[\\/]/
const proofDialog = /components[\\/]security[\\/]proof-dialog/
/** The screens of one's own second factors and devices, and what they share with the former. */
const ownSecurity =
  /components[\\/]security[\\/](calls|kinds|security-|factor-list|devices)|contract[\\/]src[\\/](security|wire[\\/]second-factor)\.ts/
/** Modules with fewer users than this stay out of the shared chunks. */
const MIN_USERS = 4
/** Modules with less code (in characters) are not worth a request of their own. */
const MIN_LENGTH = 1500

let surveyed: ReturnType<typeof survey> | null = null

/**
 * Chunk of a module shared by several screens, so that a screen loads few files: `base` (also needed by the
 * sign-ins), `kit` (needed by the shells and the dashboards), `lists` (shared by the other screens of the back office),
 * `product-data` (by those of products), `overlays` (dialogs), `widgets` (what the accordion shares with them), `forms`, `outbox`, `proof`, `security`, `journal`, `figures`, and one per room. null for modules of the entry or of one screen.
 */
export function chunkOf(id: string, context: { getModuleInfo: (id: string) => Info | null }): string | null {
  surveyed ??= survey({ infoOf: (other) => context.getModuleInfo(other) })
  const { roots, neededBy, overlays, widgets } = surveyed
  const users = neededBy.get(id) ?? []
  if (figures.test(id)) return 'figures'
  if (outbox.test(id)) return 'outbox'
  if (proof.test(id)) return 'proof'
  if (ownSecurity.test(id)) return 'security'
  if (proofDialog.test(id)) return 'security-dialogs'
  if (ofFigures.test(id)) return 'kit'
  const isShared = users.length > 1 || users.some((user) => frame.test(user))
  if (widgets.has(id) && users.length >= MIN_USERS) return 'widgets'
  if (alert.test(id)) return 'overlays'
  if (!isShared || (roots.has(id) && !frame.test(id))) return null
  if (form.test(id)) return 'forms'
  if (users.some((user) => signIn.test(user))) return 'base'
  // What the legal page shares with another screen is loaded with these two alone.
  if (users.some((user) => publicScreen.test(user))) return null
  if (journal.test(id) && !roots.has(id)) return 'journal'
  // The room `-lists` serves screens of many kinds, so its name says nothing about who needs a module.
  const [, name] = /[\\/]-lists[\\/]/.test(id) ? [] : (room.exec(id) ?? [])
  if (overlays.has(id) && users.length >= MIN_USERS) return 'overlays'
  if (overlays.has(id)) return name === undefined ? null : `${name}-dialogs`
  if (name !== undefined && users.length < MIN_USERS) return name
  if (users.every((user) => aboutProducts.test(user))) return 'product-data'
  const isSmall = (context.getModuleInfo(id)?.code?.length ?? 0) < MIN_LENGTH
  if (users.some((user) => frame.test(user) || firstScreen.test(user))) return 'kit'
  return isSmall || users.length >= MIN_USERS ? 'lists' : null
}
