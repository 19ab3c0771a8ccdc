import type { Lettering } from './lettering.ts'
import { block, centred, darker, disc, type Svg } from './svg.ts'

/** What a packet, bottle or box looks like and what stands on it. */
export type Dress = {
  colour: string
  accent: string
  brand: string
  name: string
  motif: Svg
  write: Lettering
}

/** A label: a band for the brand, the name below it, the motif in a light round. Sizes are those of the label's width. */
export function label(dress: Dress, x: number, y: number, width: number): Svg {
  const { colour, accent, brand, name, motif, write } = dress
  const ink = darker(colour, 0.5)
  const r = width * 0.4
  return (
    disc(x, y + r * 1.62, r * 1.08, accent) +
    disc(x, y + r * 1.62, r, '#fffaf0') +
    centred(x, y + r * 1.62, r * 1.74, motif) +
    block(x - width / 2, y - r * 0.2, width, r * 0.62, '#fffaf0', r * 0.31) +
    write(brand, x, y + r * 0.26, { size: r * 0.42, colour: ink, most: width * 0.86 }) +
    block(x - width / 2, y + r * 2.78, width, r * 0.64, darker(colour, 0.3), r * 0.12) +
    write(name, x, y + r * 3.25, { size: r * 0.44, colour: '#ffffff', most: width * 0.92 })
  )
}
