/** A piece of an SVG drawing. Motifs are drawn in a box of 100 × 100, pictures on a sheet of 400 × 400. */
export type Svg = string

const hex = (part: number) =>
  Math.round(Math.max(0, Math.min(255, part)))
    .toString(16)
    .padStart(2, '0')

/** `share` (0 to 1) of the way from one '#rrggbb' to another. */
export function mix(from: string, to: string, share: number): string {
  const parts = (colour: string) => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))
  const target = parts(to)
  return `#${parts(from)
    .map((part, i) => hex(part + ((target[i] ?? 0) - part) * share))
    .join('')}`
}
export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share)
export const darker = (colour: string, share: number) => mix(colour, '#1a120b', share)

export const disc = (x: number, y: number, r: number, fill: string): Svg =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, turn = 0): Svg =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`
export const shape = (d: string, fill: string): Svg => `<path d="${d}" fill="${fill}"/>`
export const line = (d: string, colour: string, width: number): Svg =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
export const block = (x: number, y: number, width: number, height: number, fill: string, r = 0): Svg =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}"/>`
export const at = (x: number, y: number, scale: number, inner: Svg, turn = 0): Svg =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${inner}</g>`
export const faint = (opacity: number, inner: Svg): Svg => `<g opacity="${opacity}">${inner}</g>`

/** A motif with its middle at a place. */
export const centred = (x: number, y: number, size: number, motif: Svg, turn = 0): Svg =>
  at(x, y, size / 100, `<g transform="translate(-50 -50)">${motif}</g>`, turn)

/** How light falls on a body: round like a bottle, soft like a packet, as on a ball. */
type Light = 'round' | 'soft' | 'ball'
export const body = (d: string, fill: string, light: Light): Svg =>
  shape(d, fill) + shape(d, `url(#${light})`)
export const ball = (x: number, y: number, rx: number, ry: number, fill: string, turn = 0): Svg =>
  oval(x, y, rx, ry, fill, turn) + oval(x, y, rx, ry, 'url(#ball)', turn)

/** Keeps what is drawn inside a shape. `name` is unique in its picture. */
export const inside = (name: string, d: string, inner: Svg): Svg =>
  `<clipPath id="${name}"><path d="${d}"/></clipPath><g clip-path="url(#${name})">${inner}</g>`

const stop = (offset: number, colour: string, opacity: number) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`

const lights = `<defs>
<linearGradient id="round">${stop(0, '#000', 0.2)}${stop(0.14, '#fff', 0.1)}${stop(0.26, '#fff', 0.42)}${stop(0.42, '#fff', 0)}${stop(0.7, '#000', 0.04)}${stop(1, '#000', 0.3)}</linearGradient>
<linearGradient id="soft" x2="1" y2="1">${stop(0, '#fff', 0.3)}${stop(0.35, '#fff', 0)}${stop(0.65, '#000', 0)}${stop(1, '#000', 0.2)}</linearGradient>
<radialGradient id="ball" cx="0.36" cy="0.3" r="0.78">${stop(0, '#fff', 0.5)}${stop(0.35, '#fff', 0.06)}${stop(0.7, '#000', 0.05)}${stop(1, '#000', 0.28)}</radialGradient>
<radialGradient id="ground">${stop(0, '#2a1c10', 0.34)}${stop(0.6, '#2a1c10', 0.14)}${stop(1, '#2a1c10', 0)}</radialGradient>
<radialGradient id="glow">${stop(0, '#fff', 0.95)}${stop(1, '#fff', 0)}</radialGradient>
</defs>`

/** What a thing throws on the ground it stands on. */
export const shadow = (x: number, y: number, rx: number): Svg => oval(x, y, rx, rx * 0.13, 'url(#ground)')

export const sheet = (width: number, height: number, inner: Svg, scale = 1): Svg =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${lights}${inner}</svg>`
