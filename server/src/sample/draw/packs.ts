import type { Lettering } from './lettering.ts'
import {
  block,
  body,
  centred,
  darker,
  disc,
  faint,
  inside,
  lighter,
  line,
  oval,
  shadow,
  shape,
  type Svg,
} from './svg.ts'

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
function label(dress: Dress, x: number, y: number, width: number): Svg {
  const { colour, accent, brand, name, motif, write } = dress
  const ink = darker(colour, 0.5)
  const r = width * 0.34
  return (
    disc(x, y + r * 1.62, r * 1.08, accent) +
    disc(x, y + r * 1.62, r, '#fffaf0') +
    centred(x, y + r * 1.62, r * 1.62, motif) +
    block(x - width / 2, y - r * 0.2, width, r * 0.62, '#fffaf0', r * 0.31) +
    write(brand, x, y + r * 0.26, { size: r * 0.42, colour: ink, most: width * 0.86 }) +
    block(x - width / 2, y + r * 2.78, width, r * 0.64, darker(colour, 0.3), r * 0.12) +
    write(name, x, y + r * 3.25, { size: r * 0.44, colour: '#ffffff', most: width * 0.92 })
  )
}

const teeth = (x: number, y: number, width: number, up: boolean) => {
  const count = 16
  const step = width / count
  const points = Array.from(
    { length: count },
    (_, i) => `L${x + i * step + step / 2} ${y + (up ? -6 : 6)}L${x + (i + 1) * step} ${y}`,
  )
  return `M${x} ${y}${points.join('')}Z`
}

function packet(dress: Dress, width: number, height: number): Svg {
  const { colour, accent } = dress
  const [left, right, top, foot] = [200 - width / 2, 200 + width / 2, 352 - height, 352]
  const d = `M${left} ${top}H${right}C${right - 5} ${top + 40} ${right + 7} ${top + height * 0.4} ${right + 5} ${top + height * 0.6}C${right + 6} ${foot - 40} ${right - 4} ${foot - 20} ${right} ${foot}H${left}C${left + 4} ${foot - 20} ${left - 6} ${foot - 40} ${left - 5} ${top + height * 0.6}C${left - 7} ${top + height * 0.4} ${left + 5} ${top + 40} ${left} ${top}Z`
  const wave = `M0 ${foot - height * 0.3}C120 ${foot - height * 0.42} 250 ${foot - height * 0.16} 400 ${foot - height * 0.34}V400H0Z`
  return (
    shadow(200, 354, width * 0.62) +
    shape(teeth(left, top + 0.5, width, true), darker(colour, 0.1)) +
    shape(teeth(left, foot - 0.5, width, false), darker(colour, 0.25)) +
    shape(d, colour) +
    inside(
      'front',
      d,
      shape(wave, accent) +
        faint(0.35, shape(wave.replaceAll('M0 ', 'M0 1'), darker(accent, 0.25))) +
        disc(right - 10, top + 20, width * 0.42, lighter(colour, 0.12)),
    ) +
    block(left, top, width, 16, '#ffffff38') +
    block(left, foot - 14, width, 14, '#00000022') +
    label(dress, 200, top + height * 0.16, width * 0.74) +
    shape(d, 'url(#round)') +
    line(
      `M${left + 14} ${top + 26}C${left + 22} ${top + height * 0.3} ${left + 12} ${top + height * 0.5} ${left + 18} ${foot - 44}`,
      '#ffffff55',
      6,
    )
  )
}
const pouch = (dress: Dress) => packet(dress, 190, 270)
const sack = (dress: Dress) => packet(dress, 224, 300)
const sachet = (dress: Dress) => packet(dress, 168, 226)

function box(dress: Dress): Svg {
  const { colour, accent } = dress
  return (
    shadow(208, 354, 140) +
    shape('M110 92L142 66H310L280 92Z', lighter(colour, 0.4)) +
    shape('M280 92L310 66V330L280 354Z', darker(colour, 0.28)) +
    body('M110 92H280V354H110Z', colour, 'soft') +
    inside(
      'front',
      'M110 92H280V354H110Z',
      disc(195, 400, 130, accent) +
        disc(195, 408, 130, darker(accent, 0.12)) +
        shape('M280 92V180L200 92Z', lighter(colour, 0.16)),
    ) +
    label(dress, 195, 122, 134)
  )
}

/** A lying box or wrapper: soap, butter, chocolate, noodles. */
function bar(dress: Dress): Svg {
  const { colour, accent, brand, name, motif, write } = dress
  const front = 'M52 166H330V310H52Z'
  return (
    shadow(204, 314, 176) +
    shape('M52 166L84 136H358L330 166Z', lighter(colour, 0.42)) +
    shape('M330 166L358 136V284L330 310Z', darker(colour, 0.3)) +
    body(front, colour, 'soft') +
    inside('front', front, disc(110, 238, 92, accent) + disc(110, 238, 80, '#fffaf0')) +
    centred(112, 238, 108, motif) +
    block(206, 188, 112, 30, '#fffaf0', 15) +
    write(brand, 262, 209, { size: 18, colour: darker(colour, 0.5), most: 100 }) +
    write(name, 262, 258, { size: 27, colour: '#ffffff', most: 116 }) +
    line('M214 276H310', '#ffffff77', 4) +
    line('M230 290H294', '#ffffff55', 4)
  )
}

function bottle(dress: Dress, filled: string, slim: boolean): Svg {
  const w = slim ? 52 : 68
  const [left, right] = [200 - w, 200 + w]
  const neck = slim ? 17 : 21
  const d = `M${200 - neck} 78H${200 + neck}V104C${200 + neck} 130 ${right} 132 ${right} 172V334C${right} 346 ${right - 8} 354 ${right - 18} 354H${left + 18}C${left + 8} 354 ${left} 346 ${left} 334V172C${left} 132 ${200 - neck} 130 ${200 - neck} 104Z`
  const band = `M${left - 1} 186H${right + 1}V326H${left - 1}Z`
  return (
    shadow(200, 356, w * 1.35) +
    shape(d, filled) +
    inside('glass', d, block(0, 0, 400, 122, '#ffffff66')) +
    shape(band, dress.colour) +
    inside('band', band, disc(200, 350, w * 1.15, dress.accent)) +
    label(dress, 200, 200, w * 1.42) +
    shape(d, 'url(#round)') +
    body(`M${200 - neck - 4} 52H${200 + neck + 4}V84H${200 - neck - 4}Z`, dress.accent, 'round') +
    line(`M${200 - neck - 2} 76H${200 + neck + 2}`, '#00000033', 3)
  )
}

function jar(dress: Dress, filled: string): Svg {
  const d =
    'M118 132C118 118 128 112 140 112H260C272 112 282 118 282 132V330C282 346 272 354 258 354H142C128 354 118 346 118 330Z'
  const band = 'M117 176H283V320H117Z'
  return (
    shadow(200, 356, 118) +
    shape(d, filled) +
    inside('glass', d, block(0, 100, 400, 40, '#ffffff55')) +
    shape(band, dress.colour) +
    inside('band', band, disc(200, 352, 104, dress.accent)) +
    label(dress, 200, 192, 116) +
    shape(d, 'url(#round)') +
    body('M110 74C110 68 114 66 120 66H280C286 66 290 68 290 74V114H110Z', dress.accent, 'round') +
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => line(`M${124 + i * 19} 76V106`, '#00000018', 3)).join('')
  )
}

function can(dress: Dress): Svg {
  const d = 'M142 84L132 106V330L144 352H256L268 330V106L258 84Z'
  return (
    shadow(200, 354, 92) +
    shape(d, dress.colour) +
    inside(
      'front',
      d,
      disc(120, 330, 120, dress.accent) + shape('M268 84L132 230V180L220 84Z', '#ffffff2e'),
    ) +
    label(dress, 200, 138, 104) +
    shape(d, 'url(#round)') +
    shape('M142 84L132 106H268L258 84Z', '#c9ced3') +
    shape('M142 84L132 106H268L258 84Z', 'url(#round)') +
    oval(200, 84, 58, 9, '#e6e9ec') +
    oval(200, 84, 48, 6, '#b9bfc5') +
    oval(200, 83, 14, 3, '#8b9298') +
    block(140, 344, 120, 8, '#00000033')
  )
}

/** The soft pillow that milk comes in. */
function pillow(dress: Dress): Svg {
  const { colour, accent, brand, name, motif, write } = dress
  const d =
    'M104 112C150 104 250 104 296 112C308 180 310 272 298 340C250 352 150 352 102 340C90 272 92 180 104 112Z'
  return (
    shadow(200, 348, 128) +
    shape(d, '#fbfcfd') +
    inside(
      'front',
      d,
      shape('M80 240C150 196 250 290 320 226V380H80Z', colour) +
        shape('M80 262C150 218 250 312 320 248V380H80Z', accent) +
        block(80, 96, 240, 30, colour),
    ) +
    write(brand, 200, 160, { size: 32, colour: darker(colour, 0.25), most: 170 }) +
    centred(200, 214, 96, motif) +
    write(name, 200, 316, { size: 27, colour: darker(colour, 0.4), most: 176 }) +
    shape(d, 'url(#soft)') +
    line('M104 118C150 110 250 110 296 118M102 334C150 346 250 346 298 334', '#00000022', 3) +
    line('M124 140C114 200 116 270 124 318', '#ffffff99', 8)
  )
}

function carton(dress: Dress): Svg {
  const front = 'M118 132H262V354H118Z'
  return (
    shadow(206, 356, 122) +
    shape('M262 132L296 120V338L262 354Z', darker(dress.colour, 0.3)) +
    shape('M118 132L146 84H274L262 132Z', lighter(dress.colour, 0.3)) +
    shape('M262 132L274 84L296 120Z', darker(dress.colour, 0.15)) +
    block(144, 62, 132, 24, lighter(dress.colour, 0.45), 3) +
    body(front, dress.colour, 'soft') +
    inside('front', front, disc(190, 400, 118, dress.accent)) +
    label(dress, 190, 158, 116) +
    body('M188 92H222V112H188Z', dress.accent, 'round')
  )
}

function tub(dress: Dress): Svg {
  const d = 'M92 158H308L286 330C284 346 274 354 258 354H142C126 354 116 346 114 330Z'
  return (
    shadow(200, 356, 122) +
    shape(d, '#fbfaf6') +
    inside(
      'front',
      d,
      shape('M80 250C150 220 250 276 320 240V400H80Z', dress.colour) +
        shape('M80 274C150 244 250 300 320 264V400H80Z', dress.accent),
    ) +
    centred(200, 252, 104, dress.motif) +
    dress.write(dress.brand, 200, 194, { size: 25, colour: darker(dress.colour, 0.3), most: 170 }) +
    dress.write(dress.name, 200, 334, { size: 25, colour: darker(dress.colour, 0.4), most: 156 }) +
    shape(d, 'url(#round)') +
    body('M80 136C80 126 84 124 92 124H308C316 124 320 126 320 136V160H80Z', dress.colour, 'round') +
    oval(200, 125, 110, 11, lighter(dress.colour, 0.35))
  )
}

function tube(dress: Dress): Svg {
  const d = 'M58 168L286 182C304 184 314 196 314 216C314 236 304 248 286 250L58 264Z'
  return `<g transform="rotate(-16 200 216)">${faint(0.6, shadow(196, 276, 160))}${shape(d, '#fdfefe')}${inside('front', d, shape('M40 160H150L190 270H40Z', dress.colour) + shape('M150 160H166L206 270H190Z', dress.accent))}${dress.write(dress.brand, 244, 212, { size: 25, colour: darker(dress.colour, 0.2), most: 100 })}${dress.write(dress.name, 248, 238, { size: 15, colour: dress.accent, most: 100 })}${centred(108, 216, 78, dress.motif)}${shape(d, 'url(#soft)')}${block(44, 162, 16, 108, darker(dress.colour, 0.15), 3)}${block(314, 190, 46, 52, dress.accent, 8)}${[200, 210, 220, 230].map((y) => line(`M320 ${y}H354`, '#00000022', 3)).join('')}</g>`
}

/** A bottle with a head: pump, trigger or the bent neck of a cleaner. */
function pump(dress: Dress, filled: string): Svg {
  const d =
    'M134 168C134 148 150 140 168 140H232C250 140 266 148 266 168V334C266 346 258 354 246 354H154C142 354 134 346 134 334Z'
  return (
    shadow(200, 356, 96) +
    block(192, 76, 16, 46, '#d9dfe3') +
    body(
      'M150 58H226C236 58 240 66 240 78H150C138 78 126 84 124 92H116C116 70 130 58 150 58Z',
      dress.accent,
      'soft',
    ) +
    body('M174 110H226V142H174Z', dress.accent, 'round') +
    shape(d, filled) +
    block(142, 178, 116, 158, dress.colour, 12) +
    label(dress, 200, 196, 98) +
    shape(d, 'url(#round)')
  )
}

function loaf(dress: Dress): Svg {
  const d =
    'M62 190C52 156 84 136 130 140H286C322 140 346 160 338 192V326C338 342 330 350 316 350H84C70 350 62 342 62 326Z'
  return (
    shadow(200, 352, 160) +
    shape('M338 190L384 164L372 214L388 258L338 250Z', '#f3e6d2') +
    block(338, 196, 12, 44, dress.accent, 4) +
    shape(d, '#c98643') +
    inside(
      'front',
      d,
      shape('M60 140H340V176H60Z', '#e0a866') +
        shape('M60 206H340V334H60Z', dress.colour) +
        shape('M60 300C150 280 250 320 340 296V334H60Z', dress.accent),
    ) +
    centred(122, 260, 96, dress.motif) +
    dress.write(dress.brand, 250, 250, { size: 34, colour: '#ffffff', most: 150 }) +
    dress.write(dress.name, 250, 284, { size: 22, colour: '#fff4dc', most: 150 }) +
    shape(d, 'url(#soft)') +
    line('M84 170C140 152 240 154 310 166', '#ffffff77', 7)
  )
}

function eggTray(dress: Dress): Svg {
  const eggs = (y: number, size: number) =>
    [0, 1, 2]
      .map((i) =>
        body(
          `M${108 + i * 92} ${y - size}C${108 + i * 92 + 34} ${y - size} ${108 + i * 92 + 44} ${y + 40} ${108 + i * 92} ${y + 46}C${108 + i * 92 - 44} ${y + 40} ${108 + i * 92 - 34} ${y - size} ${108 + i * 92} ${y - size}Z`,
          '#f1d9bb',
          'ball',
        ),
      )
      .join('')
  return (
    shadow(200, 352, 168) +
    shape('M56 210L84 176H318L346 210Z', '#8d8173') +
    eggs(196, 52) +
    eggs(228, 52) +
    body(
      'M44 236C70 262 84 262 108 240C130 262 176 262 200 240C224 262 270 262 292 240C316 262 330 262 356 236L338 332C336 344 328 350 316 350H84C72 350 64 344 62 332Z',
      '#a79a8a',
      'soft',
    ) +
    block(112, 282, 176, 46, dress.colour, 8) +
    dress.write(dress.brand, 200, 303, { size: 19, colour: '#ffffff', most: 160 }) +
    dress.write(dress.name, 200, 321, { size: 13, colour: '#fff4dc', weight: 400, most: 160 })
  )
}

/** What has no packaging: three pieces, the nearest in front. */
function loose({ motif }: Dress): Svg {
  return (
    shadow(200, 344, 170) +
    centred(124, 214, 184, motif, -10) +
    centred(280, 210, 184, motif, 9) +
    shadow(202, 352, 110) +
    centred(202, 256, 208, motif)
  )
}
/** A bunch of leaves, one of something big. */
const single = ({ motif }: Dress): Svg => shadow(200, 352, 140) + centred(200, 214, 300, motif)

export const packs = {
  pouch,
  sack,
  sachet,
  box,
  bar,
  can,
  pillow,
  carton,
  tub,
  tube,
  loaf,
  eggTray,
  loose,
  single,
  bottle: (dress: Dress) => bottle(dress, lighter(dress.accent, 0.15), false),
  slim: (dress: Dress) => bottle(dress, lighter(dress.accent, 0.15), true),
  clear: (dress: Dress) => bottle(dress, '#d8edf5', true),
  jar: (dress: Dress) => jar(dress, lighter(dress.accent, 0.2)),
  pump: (dress: Dress) => pump(dress, lighter(dress.colour, 0.45)),
}
export type Pack = keyof typeof packs
