import { ball, block, body, darker, disc, lighter, line, oval, shape, type Svg } from './svg.ts'

const seeds = (
  places: readonly (readonly [number, number, number])[],
  rx: number,
  ry: number,
  colour: string,
) => places.map(([x, y, turn]) => ball(x, y, rx, ry, colour, turn)).join('')
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
const bowl = (filling: string, dots: string): Svg =>
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
const chips = (colour: string): Svg =>
  [
    [34, 38, -24],
    [66, 36, 18],
    [50, 60, 6],
    [28, 70, 30],
    [74, 70, -20],
  ]
    .map(
      ([x = 0, y = 0, turn = 0]) =>
        ball(x, y, 25, 18, colour, turn) +
        line(`M${x - 14} ${y + 2}C${x - 6} ${y + 9} ${x + 8} ${y + 9} ${x + 15} ${y}`, '#b9781f66', 2),
    )
    .join('')
const sev = (): Svg =>
  bowl('#e6a52f', '#d88f1e') +
  line(
    'M24 42C30 34 36 44 42 36C48 30 52 42 58 36C64 32 70 40 76 40M30 50C38 42 44 52 52 46C58 42 64 50 72 46',
    '#f4c65a',
    4,
  )
const biscuit = (): Svg =>
  [
    [36, 40, -12],
    [60, 62, 8],
  ]
    .map(
      ([x = 0, y = 0, turn = 0]) =>
        `<g transform="rotate(${turn} ${x} ${y})">${block(x - 29, y - 21, 58, 42, '#9c6428', 9)}${block(x - 28, y - 23, 56, 42, '#d99f52', 9)}${block(x - 21, y - 17, 42, 30, '#e5b268', 5)}${[-12, 0, 12].map((dx) => disc(x + dx, y - 9, 2, '#a56d2e') + disc(x + dx, y + 5, 2, '#a56d2e')).join('')}</g>`,
    )
    .join('')
const cookie = (colour: string): Svg =>
  ball(38, 40, 30, 29, colour) +
  ball(62, 64, 30, 29, lighter(colour, 0.08)) +
  seeds(
    [
      [30, 34, 0],
      [44, 28, 0],
      [40, 48, 0],
      [54, 60, 0],
      [70, 56, 0],
      [64, 74, 0],
      [76, 70, 0],
    ],
    4,
    3.6,
    darker(colour, 0.55),
  )
const noodles = (): Svg =>
  oval(50, 52, 42, 16, '#b23a2a') +
  line(
    'M16 50C24 38 32 58 40 46C48 36 54 58 62 46C70 36 76 52 84 48M20 56C30 46 38 62 48 52C56 44 64 62 80 54M30 42C40 34 48 48 58 38C64 34 70 40 74 42',
    '#f3c95c',
    5,
  ) +
  body('M8 54C10 80 30 92 50 92C70 92 90 80 92 54C80 68 20 68 8 54Z', '#d8473a', 'round') +
  seeds(
    [
      [36, 50, 0],
      [60, 52, 0],
    ],
    4,
    4,
    '#6da543',
  ) +
  seeds(
    [
      [48, 44, 0],
      [70, 46, 0],
    ],
    4,
    3,
    '#e8772c',
  ) +
  line('M60 40L88 4M66 42L96 10', '#a06a36', 4)
const chocolate = (): Svg =>
  `<g transform="rotate(-14 50 50)">${block(16, 14, 68, 74, '#4b2716', 4)}${[0, 1, 2].flatMap((c) => [0, 1, 2].map((r) => block(19 + c * 21.5, 17 + r * 23.5, 19, 21, '#6b3a20', 3) + block(22 + c * 21.5, 20 + r * 23.5, 13, 15, '#7d4829', 2))).join('')}</g>`
const laddoo = (colour: string): Svg =>
  ball(32, 66, 23, 22, colour) +
  ball(68, 66, 23, 22, colour) +
  ball(50, 36, 23, 22, lighter(colour, 0.1)) +
  seeds(
    [
      [44, 30, 20],
      [56, 36, -30],
      [26, 62, 10],
      [38, 70, 40],
      [64, 60, 0],
      [74, 70, 20],
    ],
    4,
    2,
    '#7da84a',
  )
const almond = (): Svg =>
  [
    [34, 42, -24],
    [64, 46, 20],
    [48, 70, 78],
  ]
    .map(
      ([x = 0, y = 0, turn = 0]) =>
        `<g transform="rotate(${turn} ${x} ${y})">${body(`M${x} ${y - 30}C${x + 24} ${y - 8} ${x + 18} ${y + 26} ${x} ${y + 26}C${x - 18} ${y + 26} ${x - 24} ${y - 8} ${x} ${y - 30}Z`, '#a8662f', 'ball')}${line(`M${x} ${y - 20}V${y + 16}M${x - 8} ${y - 6}V${y + 12}M${x + 8} ${y - 6}V${y + 12}`, '#74411a88', 1.6)}</g>`,
    )
    .join('')
const cashew = (): Svg =>
  [
    [0, 0],
    [26, 26],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<g transform="translate(${x} ${y})">${body('M14 22C30 4 62 10 66 36C68 54 52 62 44 54C38 46 48 40 44 32C38 26 30 32 24 36C14 42 6 32 14 22Z', '#ecd3a2', 'ball')}</g>`,
    )
    .join('')
const coffee = (): Svg =>
  [
    [34, 38, -30],
    [66, 44, 24],
    [48, 70, 80],
  ]
    .map(
      ([x = 0, y = 0, turn = 0]) =>
        `<g transform="rotate(${turn} ${x} ${y})">${ball(x, y, 17, 24, '#5f371f')}${line(`M${x} ${y - 20}C${x - 8} ${y - 6} ${x + 8} ${y + 6} ${x} ${y + 20}`, '#2f190b', 3)}</g>`,
    )
    .join('')
const cup = (): Svg =>
  body('M20 40H72V66C72 82 62 90 46 90C30 90 20 82 20 66Z', '#c9683a', 'round') +
  line('M73 48C90 46 90 70 72 70', '#c9683a', 7) +
  oval(46, 40, 26, 7, '#8a4522') +
  oval(46, 40, 22, 5, '#d9a066') +
  line('M36 28C30 20 42 16 36 6M52 28C46 20 58 16 52 6', '#ffffffcc', 4)
const iceCream = (colour: string): Svg =>
  body('M30 50H70L50 98Z', '#d99a4e', 'soft') +
  line('M36 62L58 78M42 54L62 66M64 62L44 78M58 54L38 66', '#a86d2a88', 2) +
  ball(36, 42, 19, 18, lighter(colour, 0.2)) +
  ball(64, 42, 19, 18, darker(colour, 0.06)) +
  ball(50, 24, 20, 19, colour) +
  ball(56, 6, 6, 6, '#d3263c')
const kulfi = (): Svg =>
  line('M50 70V96', '#c99a5c', 8) +
  body('M34 78L38 18C40 6 60 6 62 18L66 78C60 84 40 84 34 78Z', '#f1dca6', 'round') +
  seeds(
    [
      [46, 30, 30],
      [54, 44, -20],
      [44, 56, 10],
      [56, 66, 40],
    ],
    3.6,
    1.8,
    '#7da84a',
  )
const paratha = (): Svg =>
  [
    [50, 70],
    [50, 58],
    [50, 46],
  ]
    .map(([x = 0, y = 0]) => ball(x, y, 43, 19, '#dfb678'))
    .join('') +
  seeds(
    [
      [36, 42, 0],
      [56, 38, 0],
      [66, 48, 0],
      [44, 52, 0],
      [28, 48, 0],
    ],
    6,
    3,
    '#a3682c',
  )
const fizz = (colour: string): Svg =>
  ball(50, 52, 40, 40, colour) +
  [
    [34, 62, 6],
    [50, 44, 8],
    [64, 62, 5],
    [42, 30, 4],
    [66, 40, 4],
    [52, 74, 6],
  ]
    .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, '#ffffff88'))
    .join('')

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
  chips: chips('#f0c14c'),
  masalaChips: chips('#e59a3c'),
  sev: sev(),
  mixture: bowl('#d98f3a', '#8cb24e'),
  upma: bowl('#f0dfb0', '#e2853b'),
  biscuit: biscuit(),
  cookie: cookie('#d69a4d'),
  creamBiscuit: cookie('#6b4028'),
  noodles: noodles(),
  chocolate: chocolate(),
  laddoo: laddoo('#eaa02e'),
  jamun: laddoo('#7b3a1e'),
  almond: almond(),
  cashew: cashew(),
  coffee: coffee(),
  cup: cup(),
  vanilla: iceCream('#f6e7b8'),
  kulfi: kulfi(),
  paratha: paratha(),
  cola: fizz('#5a2415'),
}
