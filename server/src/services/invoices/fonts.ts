import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

export type Weight = 400 | 700

/**
 * The scripts of India's languages, and how a document that needs their font is recognized. Urdu, Kashmiri and Sindhi, which
 * are written from right to left, are not drawn.
 */
const indian = {
  devanagari: /\p{Script=Devanagari}/u,
  bengali: /\p{Script=Bengali}/u,
  gujarati: /\p{Script=Gujarati}/u,
  gurmukhi: /\p{Script=Gurmukhi}/u,
  kannada: /\p{Script=Kannada}/u,
  malayalam: /\p{Script=Malayalam}/u,
  oriya: /\p{Script=Oriya}/u,
  tamil: /\p{Script=Tamil}/u,
  telugu: /\p{Script=Telugu}/u,
} as const
type Indian = keyof typeof indian
const indianNames = Object.keys(indian) as Indian[]
/** The subsets of Noto Sans. ₹ is in the extended one. */
const latin = { latin: 'noto-sans-latin', extended: 'noto-sans-latin-ext' } as const

export type Script = keyof typeof latin | Indian
/** The first font with all glyphs of a character is used. */
export const scriptNames: readonly Script[] = ['latin', 'extended', ...indianNames]
export const isIndian = (script: Script): script is Indian => script in indian

export type Face = { name: string; font: Font }
type Family = Record<keyof typeof latin, Face> & Partial<Record<Script, Face>>
export type Faces = Record<Weight, Family>

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

type Positions = { applyAnchor: (mark: { markAnchor: unknown }, base: unknown, index: number) => void }
type Engine = { _layoutEngine: { engine: { GPOSProcessor: Positions | null } | null } }

/**
 * OpenType allows a mark without an anchor on its base: it is not moved. fontkit 2.0.4 throws instead, for example for the
 * Telugu 'శ్రీ', and the invoice could not be drawn.
 */
function allowMissingAnchors(font: Font) {
  const positions = (font as Font & Engine)._layoutEngine.engine?.GPOSProcessor
  if (!positions) return
  const attach = positions.applyAnchor.bind(positions)
  positions.applyAnchor = (mark, base, index) => {
    if (base && mark.markAnchor) attach(mark, base, index)
  }
}

async function open(script: Script, weight: Weight): Promise<Face> {
  const path = isIndian(script)
    ? `noto-sans-${script}/files/noto-sans-${script}-${script}`
    : `noto-sans/files/${latin[script]}`
  const file = fileURLToPath(import.meta.resolve(`@fontsource/${path}-${weight}-normal.woff`))
  const font = create(unpack(await readFile(file)))
  if (font.type !== 'TTF') throw new Error(`${file} is not a single font`)
  allowMissingAnchors(font)
  return { name: `${script}-${weight}`, font }
}

const opened = new Map<string, Promise<Face>>()
function face(script: Script, weight: Weight): Promise<Face> {
  const key = `${script}-${weight}`
  const known = opened.get(key) ?? open(script, weight)
  opened.set(key, known)
  return known
}

/** The fonts of all scripts of a document. Each is opened once, with the first document that needs it. */
export async function faces(document: object): Promise<Faces> {
  const text = JSON.stringify(document)
  const used = indianNames.filter((script) => indian[script].test(text))
  const family = async (weight: Weight): Promise<Family> => ({
    latin: await face('latin', weight),
    extended: await face('extended', weight),
    ...Object.fromEntries(
      await Promise.all(used.map(async (script) => [script, await face(script, weight)])),
    ),
  })
  const [regular, bold] = await Promise.all([family(400), family(700)])
  return { 400: regular, 700: bold }
}
