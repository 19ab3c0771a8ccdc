import type { Lettering } from './lettering.ts'
import { block, disc, line, sheet, type Svg } from './svg.ts'

/** The screen of a phone after a payment: what was paid, to whom, under which number. */
export function receipt(
  amount: string,
  { to, number }: { to: string; number: string },
  write: Lettering,
): Svg {
  const green = '#1b7f4b'
  const fact = (what: string, said: string, y: number) => {
    return (
      write(what, 76, y, { size: 24, colour: '#78716c', weight: 400, align: 'left', most: 220 }) +
      write(said, 76, y + 36, { size: 30, colour: '#292524', weight: 400, align: 'left', most: 480 }) +
      line(`M76 ${y + 56}H564`, '#e7e5e4', 2)
    )
  }
  return sheet(
    640,
    800,
    block(0, 0, 640, 800, '#f5f5f4') +
      block(0, 0, 640, 300, green) +
      disc(320, 120, 62, '#ffffff') +
      line('M290 122L312 144L352 98', green, 12) +
      write('Payment sent', 320, 244, { size: 36, colour: '#ffffff', most: 480 }) +
      block(40, 272, 560, 500, '#ffffff', 22) +
      write(amount, 320, 380, { size: 68, colour: '#292524', most: 480 }) +
      line('M76 430H564', '#e7e5e4', 2) +
      fact('To', to, 500) +
      fact('Transaction number', number, 600),
    0.75,
  )
}
