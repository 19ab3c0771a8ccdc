import { optionalText } from '@kirana/contract/wire/shapes'
import fc from 'fast-check'
import papaparse from 'papaparse'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { productFileRows, productHead } from './product-columns.ts'
import { countsOf, newProducts } from './product-group.ts'
import { readProductFile } from './product-sheet.ts'
import { readCsv } from './read.ts'
import { errorsOf } from './sheet.ts'
import { csvOf, longCsvOf } from './write.ts'

const readBack = (text: string) => papaparse.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data

test('round-trips cells with any content', () => {
  const rows = [
    ['a,b', 'say "hi"', 'two\r\nlines', 'दिवाली', ' spaced ', ''],
    ['5%', "it's", ';', '\\', 'a\tb', '0'],
  ]
  const head = ['One', 'Two, too', 'Three', 'Four', 'Five', 'Six']
  expect(readBack(csvOf(head, rows))).toEqual([head, ...rows])
})

test('ends lines with CRLF (RFC 4180) and starts with a UTF-8 byte order mark', () => {
  expect(csvOf(['A', 'B'], [['1', 2]])).toBe('\uFEFFA,B\r\n1,2\r\n')
  expect(csvOf(['A'], [])).toBe('\uFEFFA\r\n')
})

test('writes a long table in slices that yield to the event loop', async () => {
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

test.each([
  ['=1+1', "'=1+1"],
  ['+91 98765', "'+91 98765"],
  ['-5', "'-5"],
  ['@cmd', "'@cmd"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  ['=1\n=2', "'=1\n'=2"],
  ['=HYPERLINK("x","y")', `'=HYPERLINK("x","y")`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠cmd', "'＠cmd"],
  ['﹦1', "'﹦1"],
  ['  =1', "  '=1"],
  ['\u00a0=1', "\u00a0'=1"],
  ['\ufeff=1', "\ufeff'=1"],
  ['\u200b\u2060＝1', "\u200b\u2060'＝1"],
  ['\u0001=1', "\u0001'=1"],
  ['a;=1+1', "a;'=1+1"],
  ['a; "@x"', `a; "'@x"`],
  ['a\t=1', "a\t'=1"],
  ['a\n\u200b-1;|＋2', "a\n\u200b'-1;|'＋2"],
  ['a\u2028=1', "a\u2028'=1"],
  ["'=1", "''=1"],
  ["a;''=1", "a;'''=1"],
  ['Rice - 5 kg, = 1 bag', 'Rice - 5 kg, = 1 bag'],
  ["it's; 'so'", "it's; 'so'"],
])('escapes %j against formulas with any cell separator', (cell, written) => {
  expect(readBack(csvOf(['A', 'B'], [[cell, 'x']]))[1]).toEqual([written, 'x'])
  expect(readBack(csvOf([cell, 'B'], []))[0]).toEqual([written, 'B'])
})

/** Texts that mix formula characters and separators with any others. */
const cell = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...` ='+-@＝－;|,"\t\n\v\u200b\ufeff\u2028a`) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\r', '\n'))
const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 4 })

test('round-trips generated tables', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const kept = rows.filter((row) => row.some((text) => text.trim() !== ''))
      const read = readCsv(csvOf(['A', 'B', 'C'], rows))
      expect(read.error).toBe(null)
      expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual(kept)
    }),
    { numRuns: 500 },
  )
})

/** Texts as the catalogue stores them. */
const kept = cell.map((text) => z.parse(optionalText(), text))
const named = kept.filter((text) => text !== '')

test('round-trips the texts and names of a product', () => {
  const product = fc.record({
    title: named,
    subtitle: named,
    description: named,
    sectionName: named,
    categoryName: named,
    subcategoryName: named,
    keywords: fc.uniqueArray(named, { maxLength: 2, selector: (name) => name.toLowerCase() }),
    manufacturer: kept,
    expiry: kept,
    origin: kept,
  })
  fc.assert(
    fc.property(product, (texts) => {
      const plain = { manufacturedOn: null, loyaltyCoins: 0, isActive: true, variants: [] }
      const written = { ...texts, ...plain, id: '', hsn: '1006', gstRate: 250, zeroKind: 'exempt' as const }
      const linesOf = (id: string) => readCsv(csvOf(productHead, productFileRows([{ ...written, id }]))).rows
      const names = {
        sections: [{ id: 's', name: texts.sectionName }],
        categories: [{ id: 'c', name: texts.categoryName, sectionId: 's' }],
        subcategories: [{ id: 'u', name: texts.subcategoryName, categoryId: 'c' }],
        keywords: texts.keywords.map((name, n) => ({ id: String(n), name })),
      }
      const sheet = readProductFile(linesOf(''), { names })
      expect(errorsOf(sheet)).toEqual([])
      const [added] = newProducts(sheet.groups)
      const { title, subtitle, description, manufacturer, expiry, origin } = texts
      expect(added).toMatchObject({ hsn: '1006', gstRate: 250, zeroKind: 'exempt' })
      expect(added).toMatchObject({ title, subtitle, description, manufacturer, expiry, origin })
      expect(added?.keywordIds).toHaveLength(texts.keywords.length)

      const id = '019aa000-0000-7000-8000-000000000001'
      const stored = [{ ...written, id, subcategoryId: 'u', version: 1 }]
      const again = readProductFile(linesOf(id), { names, stored })
      expect({ ...countsOf(again), changes: again.groups[0]?.changes }).toMatchObject({
        unchanged: 1,
        changes: [],
      })
    }),
    { numRuns: 300 },
  )
})

test('leaves no formula in any cell with any separator', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = csvOf(['A', 'B', 'C'], rows)
      for (const delimiter of [',', ';', '\t', '|']) {
        const cells = papaparse.parse<string[]>(text.slice(1), { delimiter }).data.flat()
        for (const each of cells) expect(each).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a,b\nc', [['a', 'b'], ['c']], null],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
    null,
  ],
  [
    '\ufeffa;b\r\n"c;""d""";e\r\n',
    [
      ['a', 'b'],
      ['c;"d"', 'e'],
    ],
    null,
  ],
  [
    'a\tb\r"c\rd"  \t"e" ',
    [
      ['a', 'b'],
      ['c\nd', 'e'],
    ],
    null,
  ],
  ['a\n\n ,\n""\nb"c" d', [['a'], ['b"c" d']], null],
  ['a\n"b"c', [['a']], { problem: 'quotes', row: 2 }],
  ['a\n"b\n\n', [['a']], { problem: 'quotes', row: 2 }],
  ['a\n\n"b""', [['a']], { problem: 'quotes', row: 3 }],
])('reads %j', (text, rows, error) => {
  const read = readCsv(text)
  expect(read.rows.map(({ cells }) => cells)).toEqual(rows)
  if (error) expect(read.error).toMatchObject(error)
  else expect(read.error).toBe(null)
})

test.each([
  ['a\nb\nc', 'rows', 3],
  ['a,b\na,b,c', 'columns', 2],
  ['a\nabcd', 'cell', 2],
  ['a\n"abcd"', 'cell', 2],
])('stops reading %j at its limit of %s', (text, problem, row) => {
  expect(readCsv(text, { rows: 2, columns: 2, cell: 3 }).error).toMatchObject({ problem, row })
})

test('escapes a long cell of only signs and spaces without backtracking', () => {
  const long = `${' '.repeat(50_000)}${"'".repeat(20_000)}${'= '.repeat(20_000)}`
  expect(readCsv(csvOf(['A'], [[long]])).rows[1]?.cells).toEqual([long])
})
