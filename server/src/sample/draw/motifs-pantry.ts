import { ball, block, body, darker, disc, lighter, line, oval, shape, type Svg } from './svg.ts'

export const seeds = (
  places: readonly (readonly [number, number, number])[],
  rx: number,
  ry: number,
  colour: string,
) =>
  places
    .map(
      ([x, y, turn]) =>
        oval(x, y + 0.5, rx + 1, ry + 1, darker(colour, 0.35), turn) + ball(x, y, rx, ry, colour, turn),
    )
    .join('')
const heap = [
  [22, 78, 10],
  [36, 80, -30],
  [50, 79, 24],
  [64, 80, -14],
  [78, 78, 36],
  [30, 68, 40],
  [44, 68, -10],
  [58, 67, 16],
  [71, 68, -34],
  [38, 57, -20],
  [51, 56, 30],
  [64, 57, 0],
  [46, 46, 12],
  [57, 46, -30],
  [52, 37, 8],
] as const

const wheat = (): Svg =>
  [-26, 0, 26]
    .map(
      (turn) =>
        `<g transform="rotate(${turn} 50 96)">${line('M50 96V30', '#c08a2c', 3)}${[0, 1, 2, 3, 4].map((i) => ball(43, 30 + i * 10, 4.6, 8, '#e8b84a', -28) + ball(57, 30 + i * 10, 4.6, 8, '#e8b84a', 28)).join('')}${ball(50, 20, 4.6, 9, '#e8b84a')}</g>`,
    )
    .join('')
const grains = (colour: string, rx: number, ry: number): Svg => seeds(heap, rx, ry, colour)
export const bowl = (filling: string, dots: string): Svg =>
  oval(50, 50, 42, 15, '#8e5a35') +
  oval(50, 48, 38, 12, filling) +
  seeds(
    [
      [30, 46, 0],
      [42, 42, 0],
      [55, 43, 0],
      [68, 46, 0],
      [37, 51, 0],
      [50, 50, 0],
      [62, 52, 0],
    ],
    5,
    4,
    dots,
  ) +
  body('M8 50C8 78 28 90 50 90C72 90 92 78 92 50C88 60 70 65 50 65C30 65 12 60 8 50Z', '#b4713f', 'round') +
  block(36, 88, 28, 5, '#8e5a35', 2)
const curd = (): Svg =>
  body('M10 44H90C90 74 74 90 50 90C26 90 10 74 10 44Z', '#b5653a', 'round') +
  oval(50, 44, 41, 14, '#9a5230') +
  oval(50, 43, 36, 11, '#fffdf6') +
  line('M34 43C42 36 60 38 64 43C60 48 48 48 44 44', '#e8e0cf', 2.5)
const drop = (colour: string): Svg =>
  body('M50 6C64 30 82 46 82 64C82 82 68 94 50 94C32 94 18 82 18 64C18 46 36 30 50 6Z', colour, 'ball') +
  oval(36, 62, 5, 13, '#ffffff88', 14)
const milk = (): Svg =>
  body('M50 4C60 22 74 34 74 48C74 62 64 70 50 70C36 70 26 62 26 48C26 34 40 22 50 4Z', '#fdfdfb', 'ball') +
  shape(
    'M4 84C14 70 22 80 32 72C40 66 46 78 54 74C64 68 70 76 78 72C88 70 90 80 96 84C90 98 10 98 4 84Z',
    '#fdfdfb',
  ) +
  line('M10 86C30 94 70 94 90 86', '#cfdbe6', 2)
const cubes = (colour: string): Svg =>
  [
    [50, 20],
    [30, 50],
    [70, 50],
  ]
    .map(
      ([x = 0, y = 0]) =>
        shape(`M${x} ${y}L${x + 20} ${y + 10}L${x} ${y + 20}L${x - 20} ${y + 10}Z`, lighter(colour, 0.35)) +
        shape(`M${x - 20} ${y + 10}L${x} ${y + 20}V${y + 42}L${x - 20} ${y + 32}Z`, colour) +
        shape(`M${x + 20} ${y + 10}L${x} ${y + 20}V${y + 42}L${x + 20} ${y + 32}Z`, darker(colour, 0.16)),
    )
    .join('')
const butter = (): Svg =>
  oval(50, 80, 46, 12, '#dfe7ee') +
  shape('M16 46L66 34L90 46L40 60Z', '#fff0a8') +
  shape('M16 46L40 60V82L16 68Z', '#f3cf52') +
  shape('M40 60L90 46V66L40 82Z', '#f9de74') +
  line('M54 56V77M68 52V73', '#e2bb3c', 2)
const cheese = (): Svg =>
  shape('M8 56L70 24C84 26 92 36 92 50V56Z', '#ffdf7e') +
  body('M8 56H92V82H8Z', '#f7bd3d', 'soft') +
  oval(30, 68, 8, 6, '#d99a22') +
  oval(58, 72, 6, 5, '#d99a22') +
  oval(76, 64, 7, 5, '#d99a22') +
  oval(62, 42, 8, 4, '#eec04a')
const bread = (): Svg =>
  body(
    'M14 44C4 28 22 14 50 14C78 14 96 28 86 44V86C86 90 84 92 80 92H20C16 92 14 90 14 86Z',
    '#b8763a',
    'soft',
  ) +
  shape('M22 46C14 32 28 22 50 22C72 22 86 32 78 46V82H22Z', '#f5dcae') +
  seeds(
    [
      [36, 40, 0],
      [58, 36, 0],
      [64, 56, 0],
      [40, 62, 0],
      [54, 72, 0],
    ],
    2.4,
    1.6,
    '#d8b47c',
  )
const bun = (): Svg =>
  [
    [30, 40],
    [70, 40],
    [30, 68],
    [70, 68],
  ]
    .map(([x = 0, y = 0]) => ball(x, y, 23, 19, '#cf8a3e') + oval(x - 4, y - 8, 9, 4, '#f3cf9477'))
    .join('')
const egg = (): Svg =>
  [
    [30, 50],
    [70, 50],
    [50, 62],
  ]
    .map(([x = 0, y = 0]) =>
      body(
        `M${x} ${y - 32}C${x + 16} ${y - 30} ${x + 22} ${y} ${x + 18} ${y + 14}C${x + 12} ${y + 28} ${x - 12} ${y + 28} ${x - 18} ${y + 14}C${x - 22} ${y} ${x - 16} ${y - 30} ${x} ${y - 32}Z`,
        '#f4e0c6',
        'ball',
      ),
    )
    .join('')
const groundnut = (): Svg =>
  [
    [-18, 32, 40],
    [16, 62, 66],
  ]
    .map(
      ([turn = 0, x = 0, y = 0]) =>
        `<g transform="rotate(${turn} ${x} ${y})">${body(`M${x - 14} ${y - 22}C${x - 12} ${y - 38} ${x + 12} ${y - 38} ${x + 14} ${y - 22}C${x + 15} ${y - 10} ${x + 8} ${y - 4} ${x + 14} ${y + 8}C${x + 20} ${y + 28} ${x - 20} ${y + 28} ${x - 14} ${y + 8}C${x - 8} ${y - 4} ${x - 15} ${y - 10} ${x - 14} ${y - 22}Z`, '#d5a763', 'ball')}${line(`M${x - 6} ${y - 26}V${y - 14}M${x + 4} ${y - 28}V${y - 16}M${x - 6} ${y + 6}V${y + 16}M${x + 5} ${y + 4}V${y + 16}`, '#9c713688', 2)}</g>`,
    )
    .join('')
const powder = (colour: string): Svg =>
  oval(50, 82, 44, 9, darker(colour, 0.2)) +
  body('M8 82C22 74 34 34 50 32C66 34 78 74 92 82C74 90 26 90 8 82Z', colour, 'ball') +
  seeds(
    [
      [34, 74, 0],
      [48, 60, 0],
      [62, 72, 0],
      [56, 50, 0],
      [44, 80, 0],
    ],
    2.4,
    2,
    lighter(colour, 0.3),
  )
const anise = (): Svg =>
  Array.from(
    { length: 8 },
    (_, i) =>
      `<g transform="rotate(${i * 45} 50 50)">${body('M50 50C40 36 42 16 50 4C58 16 60 36 50 50Z', '#8a4b25', 'soft')}${oval(50, 26, 3.4, 7, '#d79a4e')}</g>`,
  ).join('') + disc(50, 50, 6, '#5d2f14')

export const pantry = {
  wheat: wheat(),
  rice: grains('#fbf7ec', 9, 3.4),
  poha: grains('#f3ead2', 8, 5),
  toor: grains('#eab53e', 7, 6),
  moong: grains('#e9d15a', 7, 4.6),
  gram: grains('#c58a45', 7.5, 7),
  rajma: grains('#8c2b2b', 9.5, 5.6),
  cumin: grains('#9c7440', 9, 2.6),
  sooji: powder('#f1dfb4'),
  besan: powder('#eec65c'),
  turmeric: powder('#e8a41c'),
  chilliPowder: powder('#c23220'),
  salt: powder('#f6f7f9'),
  sugar: cubes('#f4f1ea'),
  jaggery: cubes('#b5702c'),
  paneer: cubes('#fbf1d8'),
  curd: curd(),
  milk: milk(),
  ghee: drop('#f3bf3a'),
  oil: drop('#f2cf4a'),
  water: drop('#59b4e6'),
  butter: butter(),
  cheese: cheese(),
  bread: bread(),
  bun: bun(),
  egg: egg(),
  groundnut: groundnut(),
  anise: anise(),
}
