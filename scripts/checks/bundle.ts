import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A chunk in Vite's manifest. */
interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}

export type Manifest = Record<string, Chunk>

export interface Weight {
  what: string
  /** Transferred bytes: fonts as they are, everything else compressed with gzip. */
  bytes: number
  /** The maximum, in bytes. */
  budget: number
}

const KB = 1000
const ENTRY = 110 * KB
const CSS = 14 * KB
const FONTS = 30 * KB
/** Fetched only by a page with characters of their unicode-range; at most one or two of them. */
const FONTS_ON_DEMAND = 110 * KB
const onDemand = /\bdevanagari-/

/** Maximum JavaScript, in bytes, that a screen loads before it is usable. The first matching pattern applies. */
const screens: [RegExp, number][] = [
  [/\/signin\b/, 150 * KB],
  [/\/dashboard\b/, 158 * KB],
  [/\/(product\/(add|edit)|company\/settings|staff\/add)\b/, 230 * KB],
  [/./, 200 * KB],
]

const routeKey = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/

/** The chunks and all their static imports. */
function closure(manifest: Manifest, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    closure(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

/** A route and its layouts: `admin/orders/new` is inside `__root`, `admin` and `admin/orders`. */
function around(route: string, routes: Map<string, string>): string[] {
  const parts = route.split(/[/.]/)
  const layouts = parts.flatMap((_, at) => {
    const prefix = parts.slice(0, at + 1).join('/')
    return [prefix, `${prefix}/route`]
  })
  return ['__root', ...layouts, route].flatMap((name) => routes.get(name) ?? [])
}

/**
 * The transferred bytes of every screen, largest first, then of the entry, the style sheets and the fonts. `size` returns
 * the transferred bytes of a built file.
 */
export function weigh(manifest: Manifest, size: (file: string) => number): Weight[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const files = (keys: Iterable<string>) => new Set([...keys].flatMap((key) => manifest[key]?.file ?? []))
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + size(name), 0)
  const scripts = (keys: string[]) =>
    sum([...files(closure(manifest, keys))].filter((file) => file.endsWith('.js')))
  const of = (pick: (chunk: Chunk) => string[]) => new Set(Object.values(manifest).flatMap(pick))

  const routes = new Map(
    Object.keys(manifest)
      .flatMap((key) => routeKey.exec(key)?.[1] ?? [])
      .map((r) => [r, keyOf(r)]),
  )
  const weights = [...routes.keys()].map((route) => {
    const budget = screens.find(([pattern]) => pattern.test(`/${route.replaceAll('.', '/')}`))?.[1] ?? 0
    return { what: route, bytes: scripts([...entries, ...around(route, routes)]), budget }
  })
  const styles = of((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])])
  const allFonts = of((chunk) =>
    [chunk.file, ...(chunk.assets ?? [])].filter((file) => file.endsWith('.woff2')),
  )
  return [
    ...weights.toSorted((a, b) => b.bytes - a.bytes),
    { what: 'entry', bytes: scripts(entries), budget: ENTRY },
    { what: 'style sheets', bytes: sum(styles), budget: CSS },
    { what: 'fonts', bytes: sum([...allFonts].filter((file) => !onDemand.test(file))), budget: FONTS },
    {
      what: 'fonts on demand',
      bytes: sum([...allFonts].filter((file) => onDemand.test(file))),
      budget: FONTS_ON_DEMAND,
    },
  ]
}

const keyOf = (route: string) => `src/routes/${route}.tsx?tsr-split=component`

/** Returns a function that measures files of a build folder. Fonts are compressed already. */
export function sizesIn(folder: string): (file: string) => number {
  const known = new Map<string, number>()
  return (file) => {
    const bytes = known.get(file) ?? measured(readFileSync(join(folder, file)), file)
    known.set(file, bytes)
    return bytes
  }
}

const measured = (content: Buffer, file: string) =>
  (file.endsWith('.woff2') ? content : gzipSync(content)).length

export function table(weights: Weight[]): string {
  const width = Math.max(...weights.map(({ what }) => what.length))
  return weights
    .map(({ what, bytes, budget }) => {
      const kb = (bytes / KB).toFixed(1).padStart(6)
      return `${bytes > budget ? 'OVER' : 'ok  '}  ${what.padEnd(width)} ${kb} KB of ${budget / KB}`
    })
    .join('\n')
}
