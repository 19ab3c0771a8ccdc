import type { Lettering } from './lettering.ts'
import { fresh } from './motifs-fresh.ts'
import { home } from './motifs-home.ts'
import { pantry } from './motifs-pantry.ts'
import { treats } from './motifs-treats.ts'
import { type Pack, packs } from './packs.ts'
import {
  at,
  block,
  centred,
  darker,
  disc,
  faint,
  lighter,
  line,
  mix,
  oval,
  shadow,
  shape,
  sheet,
  type Svg,
} from './svg.ts'

const motifs = { ...fresh, ...pantry, ...treats, ...home }
export type Motif = keyof typeof motifs

/** How a product is drawn. `tint` is its category's colour, which the wall behind it takes. */
export type Look = {
  pack: Pack
  motif: Motif
  colour: string
  accent: string
  brand: string
  name: string
  tint: string
}

const wall = (tint: string): Svg =>
  block(0, 0, 400, 400, lighter(tint, 0.86)) +
  disc(330, 60, 150, lighter(tint, 0.78)) +
  disc(40, 330, 120, lighter(tint, 0.8)) +
  disc(200, 190, 190, 'url(#glow)')
const table = (tint: string): Svg =>
  block(0, 0, 400, 290, lighter(tint, 0.74)) +
  disc(200, 150, 200, 'url(#glow)') +
  block(0, 290, 400, 110, mix('#e8cfa8', tint, 0.12)) +
  block(0, 290, 400, 5, mix('#c9a877', tint, 0.15)) +
  [322, 352, 382].map((y) => line(`M-10 ${y}C100 ${y - 5} 260 ${y + 5} 410 ${y}`, '#b98f5a33', 2)).join('')

const dressed = (look: Look, write: Lettering) =>
  packs[look.pack]({ ...look, motif: motifs[look.motif], write })
const isLoose = ({ pack }: Look) => pack === 'loose' || pack === 'single'

/** The product alone, as a catalogue shows it first. */
export const front = (look: Look, write: Lettering): Svg =>
  sheet(400, 400, wall(look.tint) + at(-12, -16, 1.06, dressed(look, write)))

const basket = (tint: string, content: Svg): Svg =>
  shadow(200, 360, 180) +
  content +
  shape('M44 214H356L326 344C324 354 316 360 306 360H94C84 360 76 354 74 344Z', '#b9833f') +
  shape('M44 214H356L326 344C324 354 316 360 306 360H94C84 360 76 354 74 344Z', 'url(#soft)') +
  [0, 1, 2, 3]
    .flatMap((row) =>
      Array.from({ length: 10 }, (_, i) =>
        block(
          66 + row * 7 + i * (27 - row * 1.5),
          234 + row * 31,
          17,
          22,
          (i + row) % 2 ? '#d6a35c' : '#97672c',
          4,
        ),
      ),
    )
    .join('') +
  block(36, 204, 328, 20, mix('#8d5d27', tint, 0.1), 10)

/** The product at home: on a table with what is in it, or in a basket. */
export function atHome(look: Look, write: Lettering): Svg {
  const motif = motifs[look.motif]
  if (isLoose(look)) {
    const pile = [
      [96, 176],
      [200, 160],
      [304, 176],
      [148, 210],
      [252, 210],
    ] as const
    return sheet(
      400,
      400,
      table(look.tint) +
        basket(look.tint, pile.map(([x, y], i) => centred(x, y, 140, motif, i * 17 - 34)).join('')),
    )
  }
  return sheet(
    400,
    400,
    table(look.tint) +
      at(-34, 16, 0.9, dressed(look, write)) +
      shadow(316, 352, 66) +
      centred(316, 304, 108, motif) +
      centred(372, 346, 66, motif, 12),
  )
}

/** A close look at what is inside, with its name. */
export const closeUp = (look: Look, write: Lettering): Svg =>
  sheet(
    400,
    400,
    block(0, 0, 400, 400, look.colour) +
      disc(200, 180, 240, lighter(look.colour, 0.12)) +
      disc(200, 168, 138, '#fffaf0') +
      centred(200, 168, 210, motifs[look.motif]) +
      write(look.name, 200, 350, { size: 40, colour: '#ffffff', most: 340 }) +
      write(look.brand, 200, 380, { size: 18, colour: '#ffffffcc', weight: 400, most: 320 }),
  )

/** A category or subcategory: what is in it, on its colour. */
export function tile(tint: string, names: readonly Motif[]): Svg {
  const [first = 'trolley', second, third] = names
  const side = (name: Motif | undefined, x: number, turn: number) =>
    name ? centred(x, 196, 150, motifs[name], turn) : ''
  return sheet(
    400,
    400,
    block(0, 0, 400, 400, lighter(tint, 0.62)) +
      disc(200, 210, 168, lighter(tint, 0.8)) +
      disc(200, 210, 140, 'url(#glow)') +
      shadow(200, 330, 150) +
      side(second, 110, -12) +
      side(third, 290, 12) +
      centred(200, 236, 196, motifs[first]),
  )
}

export type Poster = {
  heading: string
  line: string
  button: string
  colour: string
  accent: string
  motifs: readonly Motif[]
}

/** A wide banner with a heading and things at its right. */
export function banner(
  { heading, line: words, button, colour, accent, motifs: names }: Poster,
  write: Lettering,
): Svg {
  const places = [
    [640, 150, 170],
    [770, 170, 190],
    [880, 140, 160],
    [700, 270, 150],
    [840, 280, 160],
  ] as const
  return sheet(
    960,
    400,
    block(0, 0, 960, 400, colour) +
      disc(860, 90, 300, lighter(colour, 0.12)) +
      disc(760, 240, 210, lighter(colour, 0.24)) +
      faint(0.5, oval(90, 420, 260, 120, darker(colour, 0.18))) +
      shadow(770, 352, 210) +
      places
        .map(([x, y, size], i) => {
          const name = names[i % names.length]
          return name ? centred(x, y, size, motifs[name], (i - 2) * 6) : ''
        })
        .join('') +
      write(heading, 60, 150, { size: 58, colour: '#ffffff', most: 460, align: 'left' }) +
      write(words, 60, 208, { size: 28, colour: '#fff6e6', weight: 400, most: 460, align: 'left' }) +
      block(60, 252, 210, 62, accent, 31) +
      write(button, 165, 292, { size: 25, colour: darker(colour, 0.55), most: 180 }),
  )
}

/** A photographed page of a notebook with a handwritten list. */
export function handwritten(heading: string, items: readonly string[], lean: number, write: Lettering): Svg {
  const ink = '#23408f'
  const written = (words: string, y: number, i: number) =>
    `<g transform="rotate(${((i * 7) % 5) * 0.35 - 0.8} 250 ${y}) skewX(-12)">${write(words, 150 + y * 0.21 + ((i * 13) % 9), y, { size: 41 - ((i * 5) % 4), colour: ink, weight: 400, align: 'left', most: 420 })}</g>`
  return sheet(
    640,
    800,
    block(0, 0, 640, 800, '#8a6a4a') +
      Array.from({ length: 9 }, (_, i) =>
        line(`M0 ${i * 95 + 20}C200 ${i * 95} 420 ${i * 95 + 46} 640 ${i * 95 + 12}`, '#6f523655', 6),
      ).join('') +
      `<g transform="rotate(${lean} 320 400)">${block(66, 46, 520, 720, '#00000040', 4)}${block(58, 38, 520, 720, '#fbf7e9', 3)}${Array.from({ length: 13 }, (_, i) => line(`M58 ${112 + i * 52}H578`, '#9fc0dd88', 2)).join('')}${line('M118 38V758', '#d98a8a', 2.4)}${[120, 380, 640].map((y) => disc(84, y, 12, '#8a6a4a')).join('')}${written(heading, 96, 0)}${line(`M138 112C220 106 330 116 420 108`, ink, 3)}${items.map((item, i) => written(`${i + 1}. ${item}`, 206 + i * 52, i + 1)).join('')}</g>`,
    0.75,
  )
}
