import { ball, body, disc, line, oval, shape, type Svg } from './svg.ts'

const green = '#5fa044'
const stalk = (d: string, width = 4) => line(d, '#6b4a2b', width)
const leaf = (x: number, y: number, size: number, turn: number, colour = green) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size / 100})">${body('M0 0C20 -38 70 -38 100 0C70 38 20 38 0 0Z', colour, 'soft')}${line('M6 0H88M30 0L44 -16M30 0L44 16M54 0L66 -13M54 0L66 13', '#ffffff66', 4)}</g>`

const banana = (): Svg =>
  body('M14 30C20 68 48 88 84 82C92 80 92 74 86 72C60 72 40 56 32 26C28 16 12 18 14 30Z', '#f5cf3f', 'soft') +
  body('M32 22C34 56 56 74 90 66C96 64 95 58 89 57C66 58 50 44 46 18C42 10 31 12 32 22Z', '#f9dc5c', 'soft') +
  line('M15 24L26 14L40 13', '#6b4a2b', 6) +
  line('M24 42C34 62 52 75 76 76', '#d9a92b', 2) +
  line('M42 30C48 48 62 60 82 61', '#e3b83a', 2)
const apple = (): Svg =>
  body(
    'M50 28C36 16 10 22 12 52C14 78 32 94 42 92C47 91 53 91 58 92C68 94 86 78 88 52C90 22 64 16 50 28Z',
    '#d0342f',
    'ball',
  ) +
  stalk('M50 30C50 20 53 12 58 8') +
  leaf(54, 18, 30, -18) +
  oval(32, 42, 5, 10, '#ffffff77', 25)
const mango = (): Svg =>
  body('M30 24C54 8 92 30 88 62C84 92 40 96 20 78C2 60 8 36 30 24Z', '#f6b02c', 'ball') +
  shape('M30 24C14 34 6 56 16 72C20 50 30 36 52 18C44 16 36 20 30 24Z', '#e2552c55') +
  stalk('M36 22C36 16 38 10 42 8') +
  leaf(40, 14, 38, -8)
const orange = (): Svg =>
  ball(50, 54, 39, 38, '#f2902a') +
  disc(50, 20, 4, '#6a7d2c') +
  leaf(50, 18, 34, -24) +
  [
    [34, 60],
    [44, 74],
    [60, 70],
    [70, 54],
    [58, 46],
    [40, 46],
    [52, 60],
  ]
    .map(([x = 0, y = 0]) => disc(x, y, 1.3, '#c96f1488'))
    .join('')
const pomegranate = (): Svg =>
  shape('M38 24L34 6L46 14L52 4L58 14L70 8L64 26Z', '#a8232e') +
  ball(50, 58, 38, 36, '#c22f3d') +
  shape('M50 40C68 40 76 56 72 70C66 86 44 84 36 70C32 56 38 42 50 40Z', '#f6e3c4') +
  [
    [46, 52],
    [56, 50],
    [64, 58],
    [42, 62],
    [52, 60],
    [60, 68],
    [50, 72],
  ]
    .map(([x = 0, y = 0]) => ball(x, y, 5.6, 5, '#d0203f'))
    .join('')
const grapes = (): Svg =>
  stalk('M50 24C50 14 54 8 60 6') +
  leaf(52, 20, 34, 14) +
  [
    [32, 34],
    [48, 32],
    [64, 36],
    [38, 48],
    [54, 47],
    [70, 50],
    [44, 62],
    [60, 62],
    [50, 76],
    [56, 86],
  ]
    .map(([x = 0, y = 0]) => ball(x, y, 10, 10, '#8bbf3f'))
    .join('')
const tomato = (): Svg =>
  body('M50 26C72 16 94 32 90 58C88 82 68 92 50 92C32 92 12 82 10 58C6 32 28 16 50 26Z', '#dd3b2a', 'ball') +
  shape('M50 30L34 22L42 32L28 38L44 36L48 48L54 36L72 38L58 30L66 20L53 26L52 12L47 12Z', '#4f8f3a')
const onion = (): Svg =>
  body('M50 8C50 26 90 34 88 62C86 84 68 90 50 90C32 90 14 84 12 62C10 34 50 26 50 8Z', '#b0486f', 'ball') +
  line('M50 22C36 36 28 52 32 84M50 22C64 36 72 52 68 84M50 20V88', '#ffffff44', 2) +
  line('M44 91L42 96M50 91V97M56 91L58 96', '#a07a50', 2)
const potato = (): Svg =>
  body('M20 38C34 14 78 18 88 46C96 76 66 90 40 84C14 80 8 60 20 38Z', '#c79a5b', 'ball') +
  [
    [36, 44],
    [58, 38],
    [70, 58],
    [46, 66],
    [30, 62],
  ]
    .map(([x = 0, y = 0]) => oval(x, y, 3, 1.8, '#8c653588', 20))
    .join('')
const carrot = (): Svg =>
  leaf(30, 28, 30, -100) +
  leaf(28, 30, 32, -140) +
  leaf(30, 26, 32, -60) +
  body('M24 22C36 14 46 24 44 32L90 84C92 90 88 92 84 90L28 46C18 42 16 28 24 22Z', '#ee7c28', 'soft') +
  line('M40 44L48 40M52 58L60 52M64 70L70 64M34 36L38 32', '#b9540f88', 2)
const brinjal = (): Svg =>
  body('M36 28C52 22 68 40 82 58C96 80 76 96 54 88C30 80 18 44 36 28Z', '#5b2a78', 'ball') +
  shape('M22 14L32 20L46 18L52 30L44 38L38 32L30 46L26 32L16 30Z', '#5b8f3e') +
  stalk('M26 20L18 10', 6) +
  oval(60, 56, 4, 14, '#ffffff44', -38)
const capsicum = (): Svg =>
  body(
    'M50 26C60 16 84 20 86 44C88 66 78 92 66 90C58 90 56 86 50 88C44 90 42 92 34 90C22 90 12 66 14 44C16 20 40 16 50 26Z',
    '#4f9a3c',
    'ball',
  ) +
  line('M42 28C36 48 38 70 44 84M58 28C64 48 62 70 56 84', '#2f6b2588', 3) +
  line('M50 26C50 16 54 10 60 8', '#3f7a30', 7)
const cauliflower = (): Svg =>
  leaf(48, 86, 54, -160, '#78b04c') +
  leaf(52, 86, 54, -20, '#78b04c') +
  leaf(46, 90, 56, -125, '#8cc05e') +
  leaf(54, 90, 56, -55, '#8cc05e') +
  [
    [30, 46],
    [70, 46],
    [40, 32],
    [60, 32],
    [50, 24],
    [36, 60],
    [64, 60],
    [50, 44],
    [50, 62],
  ]
    .map(([x = 0, y = 0]) => ball(x, y, 15, 14, '#f7f0da'))
    .join('')
const okra = (): Svg =>
  [
    [8, -16],
    [30, 0],
    [52, 14],
  ]
    .map(
      ([x = 0, turn = 0]) =>
        `<g transform="rotate(${turn} 50 60)">${body(`M${x + 6} 22C${x + 20} 14 ${x + 28} 30 ${x + 24} 52C${x + 22} 76 ${x + 18} 88 ${x + 15} 94C${x + 8} 84 ${x} 46 ${x + 6} 22Z`, '#6da543', 'round')}${line(`M${x + 13} 24C${x + 14} 50 ${x + 15} 70 ${x + 15} 88`, '#44752a88', 1.6)}${oval(x + 13, 20, 9, 5, '#4c7f30')}${line(`M${x + 13} 18V9`, '#4c7f30', 5)}</g>`,
    )
    .join('')
const bunch = (colour: string, round: boolean): Svg =>
  [-52, -30, -8, 14, 36, 56]
    .map(
      (turn, i) =>
        `<g transform="rotate(${turn} 50 90)">${line('M50 90V40', '#7fb25a', 4)}${
          round
            ? [
                [50, 44, -90],
                [50, 48, -20],
                [50, 48, -160],
                [50, 62, -40],
                [50, 62, -140],
              ]
                .map(([x = 0, y = 0, angle = 0], j) => leaf(x, y, 24 - (j % 3) * 3, angle, colour))
                .join('')
            : leaf(50, 62, 54 - (i % 2) * 6, -90, colour)
        }</g>`,
    )
    .join('') +
  body('M40 74H60L64 94H36Z', '#8fbf68', 'soft') +
  line('M38 80H62', '#c9803a', 5)
const coriander = (): Svg => bunch('#4f9a44', true)
const spinach = (): Svg => bunch('#3b8440', false)
const ginger = (): Svg =>
  body(
    'M12 60C10 46 26 44 32 50C34 36 30 22 42 20C54 18 54 34 54 44C62 38 66 26 76 30C86 34 82 48 76 54C88 54 94 62 90 70C84 80 66 74 56 76C46 84 30 86 24 78C14 76 12 68 12 60Z',
    '#d3a462',
    'ball',
  ) +
  line(
    'M34 52C40 54 46 52 50 48M54 46C58 52 66 54 74 54M26 60C28 66 26 72 28 76M40 26C44 28 48 28 50 26',
    '#95693288',
    2,
  )
const chilli = (colour: string): Svg =>
  [
    [0, 0],
    [18, 10],
  ]
    .map(
      ([x = 0, y = 0]) =>
        `<g transform="translate(${x - 8} ${y - 6})">${body('M30 22C40 18 46 26 48 38C52 60 64 74 84 80C60 88 36 74 30 46C28 36 26 28 30 22Z', colour, 'ball')}${shape('M26 26C28 16 44 14 48 26C40 22 34 22 26 26Z', '#4f8a35')}${line('M36 18C34 12 36 8 40 4', '#4f8a35', 4)}</g>`,
    )
    .join('')
const lemon = (colour: string): Svg =>
  body('M8 54C14 44 26 26 50 26C70 26 82 40 92 52C86 66 72 82 50 82C28 82 16 66 8 54Z', colour, 'ball') +
  leaf(54, 28, 34, -26) +
  oval(36, 44, 9, 4, '#ffffff66', -24)
const coconut = (): Svg =>
  ball(50, 52, 40, 38, '#7a5233') +
  oval(50, 44, 31, 24, '#fbf6ec') +
  oval(50, 47, 24, 17, '#e4f0f2') +
  line('M16 62C30 78 44 84 50 86M84 62C70 78 60 84 54 86M24 74L30 70M76 74L70 70', '#5d3b2288', 2)
const peas = (): Svg =>
  body('M6 60C26 26 74 22 96 36C84 70 40 88 6 60Z', '#5f9f3f', 'soft') +
  shape('M14 58C34 38 68 32 88 40C72 60 38 72 14 58Z', '#3f7a2c') +
  [28, 41, 55, 69].map((x, i) => ball(x, 55 - i * 3.4, 9.5, 9.5, '#8ccb52')).join('')
const leaves = (colour: string): Svg =>
  leaf(50, 92, 66, -90, colour) +
  leaf(50, 86, 50, -150, colour) +
  leaf(50, 86, 50, -30, colour) +
  line('M50 96V70', colour, 4)
const flower = (petal: string, centre: string): Svg =>
  Array.from(
    { length: 14 },
    (_, i) =>
      `<g transform="rotate(${(i * 360) / 14} 50 50)">${body('M50 46C40 34 42 12 50 4C58 12 60 34 50 46Z', petal, 'soft')}</g>`,
  ).join('') + ball(50, 50, 18, 18, centre)

export const fresh = {
  banana: banana(),
  apple: apple(),
  mango: mango(),
  orange: orange(),
  pomegranate: pomegranate(),
  grapes: grapes(),
  tomato: tomato(),
  onion: onion(),
  potato: potato(),
  carrot: carrot(),
  brinjal: brinjal(),
  capsicum: capsicum(),
  cauliflower: cauliflower(),
  okra: okra(),
  coriander: coriander(),
  spinach: spinach(),
  ginger: ginger(),
  greenChilli: chilli('#4f9e3a'),
  redChilli: chilli('#c8281f'),
  lemon: lemon('#f2d63a'),
  lime: lemon('#a9c83e'),
  coconut: coconut(),
  peas: peas(),
  leaves: leaves('#4f9a44'),
  teaLeaves: leaves('#3f7a3d'),
  neem: leaves('#6fae3c'),
  sunflower: flower('#f6bd27', '#6b4122'),
  marigold: flower('#f08a24', '#d9641a'),
  mustard: flower('#f4d535', '#c79a1c'),
  rose: flower('#e58aa5', '#c74f74'),
}
