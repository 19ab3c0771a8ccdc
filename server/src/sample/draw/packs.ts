import { type Dress, label } from './label.ts'
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
  shadow,
  shape,
  type Svg,
} from './svg.ts'
import { bottle, can, carton, jar, pillow, pump, tub, tube } from './vessels.ts'

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
