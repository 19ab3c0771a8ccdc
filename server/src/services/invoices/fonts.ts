import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

export type Weight = 400 | 700

/** The first font with all glyphs of a character is used. Noto has ₹ in its extended Latin subset. */
const scripts = {
  latin: '@fontsource/noto-sans/files/noto-sans-latin',
  extended: '@fontsource/noto-sans/files/noto-sans-latin-ext',
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
} as const
export type Script = keyof typeof scripts
export const scriptNames = Object.keys(scripts) as Script[]

export type Face = { name: string; font: Font }
export type Faces = Record<Weight, Record<Script, Face>>

/**
 * Unpacks a WOFF to the font inside. fontkit would inflate the outlines again for every glyph of every document (8
 * times slower), and cannot read accented letters from WOFF2.
 */
function unpack(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const from = 44 + 20 * index
    const at = woff.readUInt32BE(from + 4)
    const packed = woff.readUInt32BE(from + 8)
    const length = woff.readUInt32BE(from + 12)
    const raw = woff.subarray(at, at + packed)
    const entry = head.subarray(12 + 16 * index)
    woff.copy(entry, 0, from, from + 4)
    entry.writeUInt32BE(woff.readUInt32BE(from + 16), 4)
    entry.writeUInt32BE(offset, 8)
    entry.writeUInt32BE(length, 12)
    const padding = (4 - (length % 4)) % 4
    parts.push(packed < length ? inflateSync(raw) : raw, Buffer.alloc(padding))
    offset += length + padding
  }
  return Buffer.concat(parts)
}

async function face(script: Script, weight: Weight): Promise<Face> {
  const file = fileURLToPath(import.meta.resolve(`${scripts[script]}-${weight}-normal.woff`))
  const font = create(unpack(await readFile(file)))
  if (font.type !== 'TTF') throw new Error(`${file} is not a single font`)
  return { name: `${script}-${weight}`, font }
}

async function family(weight: Weight): Promise<Record<Script, Face>> {
  const [latin, extended, devanagari] = await Promise.all([
    face('latin', weight),
    face('extended', weight),
    face('devanagari', weight),
  ])
  return { latin, extended, devanagari }
}

async function load(): Promise<Faces> {
  const [regular, bold] = await Promise.all([family(400), family(700)])
  return { 400: regular, 700: bold }
}

let loading: Promise<Faces> | undefined

/** Loads the fonts once, with the first invoice. */
export const faces = (): Promise<Faces> => (loading ??= load())
