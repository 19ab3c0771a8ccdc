import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import { csvOf, longCsvOf } from './csv.ts'

const readBack = (text: string) => papaparse.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data

test('cells come back as they were, whatever they hold', () => {
  const rows = [
    ['a,b', 'say "hi"', 'two\r\nlines', 'दिवाली', ' spaced ', ''],
    ['5%', "it's", ';', '\\', 'a\tb', '0'],
  ]
  const head = ['One', 'Two, too', 'Three', 'Four', 'Five', 'Six']
  expect(readBack(csvOf(head, rows))).toEqual([head, ...rows])
})

test('lines end as RFC 4180 says, and the file says that it is UTF-8', () => {
  expect(csvOf(['A', 'B'], [['1', 2]])).toBe('\uFEFFA,B\r\n1,2\r\n')
  expect(csvOf(['A'], [])).toBe('\uFEFFA\r\n')
})

test('a long table is the same, and others have their turns while it is written', async () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => [`row ${n}`, n])
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const text = await longCsvOf(['A', 'B'], rows, (some) => some)
  isOver = true
  expect(text).toBe(csvOf(['A', 'B'], rows))
  expect(turns).toBeGreaterThan(3)
  expect(await longCsvOf(['A'], [], () => [])).toBe(csvOf(['A'], []))
})

test.each(['=1+1', '+91 98765', '-5', '@cmd', '\tx', '\rx', '=1\n=2', '=HYPERLINK("x","y")'])(
  '%j is no formula',
  (cell) => {
    expect(readBack(csvOf(['A', 'B'], [[cell, 'x']]))[1]).toEqual([`'${cell}`, 'x'])
    expect(readBack(csvOf([cell, 'B'], []))[0]).toEqual([`'${cell}`, 'B'])
  },
)
