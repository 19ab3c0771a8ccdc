import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What Vite's manifest says of a chunk. */
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
  /** Bytes over the wire: gzip, and fonts as they are. */
  bytes: number
  most: number
}

const KB = 1000
const ENTRY = 110 * KB
const CSS = 14 * KB
const FONTS = 30 * KB

/** JavaScript until a screen can be used; the first line that fits counts. */
const screens: [RegExp, number][] = [
  [/\/signin\b/, 150 * KB],
  [/\/dashboard\b/, 158 * KB],
  [/\/(product\/(add|edit)|company\/settings)\b/, 240 * KB],
  [/./, 220 * KB],
]

const routeKey = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/

/** A chunk and everything that it imports statically: the browser fetches them together. */
function closure(manifest: Manifest, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    closure(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

/** The layouts around a route: `admin/orders/new` stands in `__root`, `admin` and `admin/orders`. */
function around(route: string, routes: Map<string, string>): string[] {
  const parts = route.split(/[/.]/)
  const layouts = parts.flatMap((_, at) => {
    const prefix = parts.slice(0, at + 1).join('/')
    return [prefix, `${prefix}/route`]
  })
  return ['__root', ...layouts, route].flatMap((name) => routes.get(name) ?? [])
}

/**
 * The weight of every screen of a build, heaviest first, then of the entry, the style sheets and the fonts. `size`
 * gives a built file's bytes over the wire.
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
    const most = screens.find(([pattern]) => pattern.test(`/${route.replaceAll('.', '/')}`))?.[1] ?? 0
    return { what: route, bytes: scripts([...entries, ...around(route, routes)]), most }
  })
  const styles = of((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])])
  const fonts = of((chunk) => [chunk.file, ...(chunk.assets ?? [])].filter((file) => file.endsWith('.woff2')))
  return [
    ...weights.toSorted((a, b) => b.bytes - a.bytes),
    { what: 'entry', bytes: scripts(entries), most: ENTRY },
    { what: 'style sheets', bytes: sum(styles), most: CSS },
    { what: 'fonts', bytes: sum(fonts), most: FONTS },
  ]
}

const keyOf = (route: string) => `src/routes/${route}.tsx?tsr-split=component`

/** Sizes of the files of a build folder, each compressed once; a font is compressed already. */
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
    .map(({ what, bytes, most }) => {
      const kb = (bytes / KB).toFixed(1).padStart(6)
      return `${bytes > most ? 'OVER' : 'ok  '}  ${what.padEnd(width)} ${kb} KB of ${most / KB}`
    })
    .join('\n')
}
