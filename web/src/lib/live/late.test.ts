import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://127.0.0.1/'))
const { newlyLate } = await import('./late.ts')

const at = (time: string) => Date.parse(`2026-11-22T${time}+05:30`)
const row = (time: string) => ({ dateAndTime: `2026-11-22T${time}+05:30` })

test('an order becomes late once, when its time has passed', () => {
  const rows = [row('10:00:00'), row('10:01:00')]
  const late = (after: string, until: string) => newlyLate(rows, 8 * 60_000, at(after), at(until))
  expect(late('10:07:54', '10:07:59')).toEqual([])
  expect(late('10:07:59', '10:08:00')).toEqual([rows[0]])
  expect(late('10:08:00', '10:08:05')).toEqual([])
  expect(late('10:07:00', '10:20:00')).toEqual(rows)
})
