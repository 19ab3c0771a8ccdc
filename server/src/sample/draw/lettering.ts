import type { Font } from 'fontkit'
import { faces, type Script, type Weight } from '../../services/invoice-pdf-fonts.ts'
import { at, shape, type Svg } from './svg.ts'

type Style = {
  size: number
  colour: string
  weight?: Weight
  /** Shrinks to fit this width. */
  most?: number
  align?: 'middle' | 'left'
}

/** Writes words as outlines, in Latin and Devanagari, so that the machine needs no fonts. (x, y) is on the baseline. */
export type Lettering = (words: string, x: number, y: number, style: Style) => Svg

/** Pieces of one script each. ₹ stands in Noto's extended Latin. */
const runs = (words: string) =>
  words.match(/[\p{Script=Devanagari}\u200c\u200d]+|₹+|[^\p{Script=Devanagari}₹]+/gu) ?? []
const scriptOf = (run: string): Script =>
  run.startsWith('₹') ? 'extended' : /^\p{Script=Devanagari}/u.test(run) ? 'devanagari' : 'latin'

function outline(font: Font, run: string, left: number): { svg: Svg; right: number } {
  const { glyphs, positions } = font.layout(run)
  let x = left
  const scale = 1000 / font.unitsPerEm
  const pieces = glyphs.map((glyph, i) => {
    const place = positions[i]
    const d = glyph.path.toSVG()
    const svg =
      d === ''
        ? ''
        : at(x + (place?.xOffset ?? 0) * scale, (place?.yOffset ?? 0) * scale, scale, shape(d, 'inherit'))
    x += (place?.xAdvance ?? 0) * scale
    return svg
  })
  return { svg: pieces.join('').replaceAll(' fill="inherit"', ''), right: x }
}

export async function lettering(): Promise<Lettering> {
  const fonts = await faces()
  return (words, x, y, { size, colour, weight = 700, most = Infinity, align = 'middle' }) => {
    let right = 0
    const svg = runs(words).map((run) => {
      const drawn = outline(fonts[weight][scriptOf(run)].font, run, right)
      right = drawn.right
      return drawn.svg
    })
    const scale = Math.min(size / 1000, most / Math.max(1, right))
    const from = align === 'middle' ? x - (right * scale) / 2 : x
    return `<g transform="translate(${from} ${y}) scale(${scale} ${-scale})" fill="${colour}">${svg.join('')}</g>`
  }
}
