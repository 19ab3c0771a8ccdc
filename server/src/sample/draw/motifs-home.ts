import { ball, block, body, disc, line, oval, shape, type Svg } from './svg.ts'

const star = (x: number, y: number, r: number, colour: string): Svg =>
  shape(
    `M${x} ${y - r}L${x + r * 0.24} ${y - r * 0.24}L${x + r} ${y}L${x + r * 0.24} ${y + r * 0.24}L${x} ${y + r}L${x - r * 0.24} ${y + r * 0.24}L${x - r} ${y}L${x - r * 0.24} ${y - r * 0.24}Z`,
    colour,
  )
const bubble = (x: number, y: number, r: number): Svg =>
  disc(x, y, r, '#ffffffaa') +
  disc(x, y, r * 0.86, '#8fd0f055') +
  oval(x - r * 0.36, y - r * 0.4, r * 0.26, r * 0.16, '#ffffff', -40)
const bubbles = (): Svg =>
  bubble(38, 58, 28) + bubble(70, 38, 20) + bubble(70, 76, 14) + bubble(36, 20, 11) + bubble(88, 62, 8)
const shirt = (): Svg =>
  body(
    'M34 14L14 26L4 48L20 56L24 48V90H76V48L80 56L96 48L86 26L66 14C62 24 38 24 34 14Z',
    '#f8fbff',
    'soft',
  ) +
  line('M36 16C42 30 58 30 64 16', '#9db8d2', 3) +
  star(82, 18, 14, '#ffd54a') +
  star(18, 76, 9, '#ffd54a')
const plate = (): Svg =>
  ball(50, 52, 42, 42, '#f3f7fa') +
  disc(50, 52, 28, '#dfe9f0') +
  disc(50, 52, 26, '#f8fbfd') +
  star(74, 24, 18, '#ffffff') +
  star(74, 24, 14, '#ffd54a') +
  bubble(26, 78, 13) +
  bubble(40, 90, 8)
const tiles = (): Svg =>
  [0, 1, 2]
    .flatMap((c) =>
      [0, 1].map((r) =>
        shape(
          `M${c * 32 + 4 - r * 4} ${50 + r * 22}H${c * 32 + 34 - r * 2}L${c * 34 + 32 - r * 2} ${70 + r * 22}H${c * 34 - r * 4}Z`,
          (c + r) % 2 ? '#cfe6ee' : '#f4fbfd',
        ),
      ),
    )
    .join('') +
  star(30, 24, 18, '#ffffff') +
  star(66, 34, 13, '#ffffff') +
  star(82, 14, 8, '#ffffff')
const diya = (): Svg =>
  body('M50 4C62 22 68 34 60 46C56 54 44 54 40 46C32 34 42 22 50 4Z', '#ffb52e', 'ball') +
  shape('M50 22C56 32 58 38 54 44C52 48 48 48 46 44C42 38 46 30 50 22Z', '#fff0a6') +
  body('M6 52C22 58 78 58 94 52C90 78 70 90 50 90C30 90 10 78 6 52Z', '#b8562c', 'round') +
  oval(50, 54, 42, 7, '#8d3d1c') +
  [26, 42, 58, 74].map((x) => disc(x, 72, 3.4, '#f7c95a')).join('')
const incense = (): Svg =>
  [34, 50, 66]
    .map(
      (x, i) =>
        line(`M50 94L${x} 40`, '#7d5230', 3.4) +
        disc(x, 38, 3.6, '#ff8a3c') +
        line(`M${x} 32C${x - 8} ${22 - i * 2} ${x + 8} ${16 - i} ${x} 5`, '#ffffffcc', 3),
    )
    .join('') + body('M30 84H70L64 96H36Z', '#b98138', 'round')
const tooth = (): Svg =>
  body(
    'M50 20C38 8 14 14 16 40C18 58 26 62 28 84C30 96 40 94 42 80C44 66 56 66 58 80C60 94 70 96 72 84C74 62 82 58 84 40C86 14 62 8 50 20Z',
    '#ffffff',
    'ball',
  ) +
  star(76, 20, 15, '#7fd3f2') +
  star(22, 70, 9, '#7fd3f2')
const brush = (): Svg =>
  `<g transform="rotate(-38 50 50)">${block(-4, 46, 108, 11, '#3aa6c9', 5)}${block(40, 46, 30, 11, '#e9f6fa', 4)}${[2, 9, 16, 23].map((x, i) => block(x, 30, 6, 17, i % 2 ? '#ffffff' : '#8ad0e6', 2)).join('')}</g>`
const hair = (): Svg =>
  line(
    'M18 10C34 34 6 52 22 90M36 8C54 34 24 54 42 92M54 8C72 34 42 54 60 92M72 10C90 34 60 52 80 90',
    '#3d2418',
    9,
  ) + line('M20 12C36 36 10 52 25 88M56 10C74 36 46 54 63 90', '#7d533a', 2.4)
const hands = (): Svg =>
  body(
    'M10 76C10 58 24 52 36 56L62 44C70 40 76 48 70 54L56 64H80C92 64 92 76 82 78L46 92C30 96 10 92 10 76Z',
    '#e2ab7e',
    'soft',
  ) +
  bubble(58, 26, 17) +
  bubble(80, 36, 11) +
  bubble(36, 34, 9)
const trolley = (): Svg =>
  line('M4 16H18L32 66H80L92 28H24', '#ffffff', 7) + disc(40, 84, 8, '#ffffff') + disc(74, 84, 8, '#ffffff')
const scooter = (): Svg =>
  body('M16 20H50V50H16Z', '#f2b632', 'soft') +
  line('M22 56H58L70 30H82M70 30L86 74', '#e24f36', 8) +
  disc(28, 80, 13, '#33302d') +
  disc(28, 80, 5, '#cfcac4') +
  disc(84, 80, 13, '#33302d') +
  disc(84, 80, 5, '#cfcac4') +
  body('M14 56H62C66 66 62 74 56 76H14Z', '#e24f36', 'soft')

export const home = {
  bubbles: bubbles(),
  shirt: shirt(),
  plate: plate(),
  tiles: tiles(),
  diya: diya(),
  incense: incense(),
  tooth: tooth(),
  brush: brush(),
  hair: hair(),
  hands: hands(),
  trolley: trolley(),
  scooter: scooter(),
}
