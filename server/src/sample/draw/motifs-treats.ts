import { bowl, seeds } from './motifs-pantry.ts'
import { ball, block, body, darker, disc, lighter, line, oval, type Svg } from './svg.ts'

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

export const treats = {
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
