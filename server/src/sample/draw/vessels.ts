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
  oval,
  shadow,
  shape,
  type Svg,
} from './svg.ts'

export function bottle(dress: Dress, filled: string, slim: boolean): Svg {
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
    label(dress, 200, 196, w * 1.42) +
    shape(d, 'url(#round)') +
    body(`M${200 - neck - 4} 52H${200 + neck + 4}V84H${200 - neck - 4}Z`, dress.accent, 'round') +
    line(`M${200 - neck - 2} 76H${200 + neck + 2}`, '#00000033', 3)
  )
}

export function jar(dress: Dress, filled: string): Svg {
  const d =
    'M118 132C118 118 128 112 140 112H260C272 112 282 118 282 132V330C282 346 272 354 258 354H142C128 354 118 346 118 330Z'
  const band = 'M117 170H283V334H117Z'
  return (
    shadow(200, 356, 118) +
    shape(d, filled) +
    inside('glass', d, block(0, 100, 400, 40, '#ffffff55')) +
    shape(band, dress.colour) +
    inside('band', band, disc(200, 352, 104, dress.accent)) +
    label(dress, 200, 186, 100) +
    shape(d, 'url(#round)') +
    body('M110 74C110 68 114 66 120 66H280C286 66 290 68 290 74V114H110Z', dress.accent, 'round') +
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => line(`M${124 + i * 19} 76V106`, '#00000018', 3)).join('')
  )
}

export function can(dress: Dress): Svg {
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
export function pillow(dress: Dress): Svg {
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
    disc(200, 212, 46, lighter(colour, 0.55)) +
    centred(200, 214, 84, motif) +
    write(name, 200, 316, { size: 27, colour: darker(colour, 0.4), most: 176 }) +
    shape(d, 'url(#soft)') +
    line('M104 118C150 110 250 110 296 118M102 334C150 346 250 346 298 334', '#00000022', 3) +
    line('M124 140C114 200 116 270 124 318', '#ffffff99', 8)
  )
}

export function carton(dress: Dress): Svg {
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

export function tub(dress: Dress): Svg {
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

export function tube(dress: Dress): Svg {
  const d = 'M58 168L286 182C304 184 314 196 314 216C314 236 304 248 286 250L58 264Z'
  return `<g transform="rotate(-16 200 216)">${faint(0.6, shadow(196, 276, 160))}${shape(d, '#fdfefe')}${inside('front', d, shape('M40 160H150L190 270H40Z', dress.colour) + shape('M150 160H166L206 270H190Z', dress.accent))}${dress.write(dress.brand, 244, 212, { size: 25, colour: darker(dress.colour, 0.2), most: 100 })}${dress.write(dress.name, 248, 238, { size: 15, colour: dress.accent, most: 100 })}${centred(108, 216, 78, dress.motif)}${shape(d, 'url(#soft)')}${block(44, 162, 16, 108, darker(dress.colour, 0.15), 3)}${block(314, 190, 46, 52, dress.accent, 8)}${[200, 210, 220, 230].map((y) => line(`M320 ${y}H354`, '#00000022', 3)).join('')}</g>`
}

/** A bottle with a head: pump, trigger or the bent neck of a cleaner. */
export function pump(dress: Dress, filled: string): Svg {
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
