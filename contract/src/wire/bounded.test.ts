import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { boundedList } from './bounded-list.ts'
import { hasTooManyMarks, MARKS, text, tidyText } from './bounded.ts'
import { api, callsOf } from '../index.ts'
import { messageFor } from './testing.ts'

/** Counts the reads of a list's properties other than `length`. */
function watched<T extends object>(list: T) {
  let reads = 0
  const proxy = new Proxy(list, {
    get(target, key, receiver) {
      if (key !== 'length') reads++
      return Reflect.get(target, key, receiver)
    },
  })
  return { proxy, reads: () => reads }
}

type Found = { path: string; fault: string }

const isBounded = (checks: readonly z.core.$ZodCheck[] = []) => {
  const first = checks[0]?._zod.def
  return first?.check === 'max_length' && first.abort === true
}

const harmless = new Set<string>(['enum', 'literal', 'number', 'boolean'])

/** The texts and lists of a request schema whose content is read before their length is checked. */
function* unbounded(schema: z.core.$ZodType, path: string): Generator<Found> {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) yield* unbounded(field, `${path}.${name}`)
  } else if (def.type === 'union') {
    for (const option of def.options) yield* unbounded(option, path)
  } else if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') {
    yield* unbounded(def.innerType, path)
  } else if (def.type === 'pipe' && def.in._zod.def.type === 'transform') {
    yield* unboundedList(schema, def.out as z.core.$ZodTypes, path)
  } else if (def.type === 'pipe') yield* unbounded(def.in, path)
  else if (def.type === 'string') {
    if (!isBounded(def.checks)) yield { path, fault: 'a text whose first check is not its length' }
  } else if (!harmless.has(def.type)) yield { path, fault: `a ${def.type} without a known bound` }
}

function* unboundedList(whole: z.core.$ZodType, list: z.core.$ZodTypes, path: string): Generator<Found> {
  const { def } = list._zod
  if (def.type !== 'array') return yield { path, fault: 'a transform that is not a boundedList' }
  const { proxy, reads } = watched(Array.from({ length: 50_000 }, () => 0))
  z.safeDecode(whole, proxy)
  if (reads() > 0) yield { path, fault: 'a list whose elements are read before it is refused' }
  yield* unbounded(def.element, `${path}[]`)
}

test('every text and list of every request is refused by its raw length first', () => {
  const found = callsOf(api).flatMap(({ name, route }) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      route[part] ? [...unbounded(route[part], `${name} ${part}`)] : [],
    ),
  )
  expect(found).toEqual([])
})

test('the check finds schemas without a bound', () => {
  const list = z.array(z.string())
  const loose = z.object({
    note: z.optional(z.string().check(z.overwrite(tidyText), z.maxLength(5))),
    late: z.string().check(z.maxLength(5)),
    ids: list.check(z.maxLength(5)),
    any: z.record(text(5), text(5)),
    tags: boundedList(z.string(), 5, { error: 'No' }),
  })
  expect([...unbounded(loose, 'x')].map(({ path }) => path)).toEqual([
    'x.note',
    'x.late',
    'x.ids',
    'x.any',
    'x.tags[]',
  ])
})

test('a list is refused by its length, whatever its elements are', () => {
  const list = z.object({
    list: boundedList(text(5), 2, { error: 'A list is needed', tooMany: 'Two at most' }),
  })
  expect(messageFor(list, { list: ['a', 'b'] })).toBe('')
  expect(messageFor(list, { list: [1, 2, 3] })).toBe('Two at most')
  expect(messageFor(list, { list: 'ab' })).toBe('A list is needed')
  expect(messageFor(list, {})).toBe('A list is needed')
  expect(z.toJSONSchema(list, { io: 'input' }).properties).toMatchObject({
    list: { type: 'array', maxItems: 2 },
  })
})

test('a text is refused by its raw length; otherwise its length is checked after tidying', () => {
  const five = text(5)
  expect(messageFor(five, ' ओं\u200b ')).toBe('')
  expect(z.decode(five, ' cafe\u0301\u200b ')).toBe('café')
  expect(messageFor(five, 'abcdef')).toBe('Use 5 characters at most')
  expect(messageFor(five, ' '.repeat(121))).toBe('Use 5 characters at most')
  expect(messageFor(five, 'ế'.repeat(5).normalize('NFD'))).toBe('')
  expect(messageFor(five, `a${'\u0301\u0316'.repeat(4)}`)).not.toBe(MARKS)
  expect(messageFor(five, `a${'\u0301\u0316'.repeat(4)}\u0301`)).toBe(MARKS)
  expect(messageFor(text(500), `a${'\u0301\u200b'.repeat(9)}`)).toBe(MARKS)
  expect(messageFor(text(500), `a${'\u0301\u200d'.repeat(5)}`)).toBe(MARKS)
})

test.each([
  ['Hindi', 'ज़िन्दगी श्रीमतीं स्त्रियों क़ुर्बानियाँ फ़्राँसीसी द्व्यर्थी र्‍य क्‍ष'],
  ['Marathi', 'दुसऱ्यांच्या वाऱ्याच्या ऱ्हस्व काँग्रेस ज्ञानेश्वरांनी'],
  ['Sanskrit with Vedic accents', 'अ॒ग्निमी॑ळे पु॒रोहि॑तं क्ष्म्यां॑'],
  ['Tamil', 'க்ஷௌரம் ஸ்ரீமான் கொழும்பு மௌனம் தமிழ்நாட்டில்'],
  ['Telugu', 'స్త్రీలకు కైలాసం జ్ఞానం'],
  ['Malayalam', 'ക്ഷ്മാപാലൻ സ്ത്രീകൾ ഗ്രന്ഥം'],
  ['Bengali', 'স্ত্রীলোক ক্ষৌরকর্ম জ্ঞানেন্দ্র'],
  ['Urdu with harakat', 'مُحَمَّدٌ اللّٰهُ بِسْمِ اُرْدُوٗ ٱلرَّحْمَٰنِ كُلًّا'],
  ['Vietnamese', 'Nguyễn Thị Ngọc Ánh, đường Trường Chinh, phở, ướt'],
  ['Emoji', '❤️ 👩‍👩‍👧‍👦 1️⃣ 🏳️‍🌈'],
])('words of %s stay as they are', (_, words) => {
  for (const form of ['NFC', 'NFD'] as const) {
    expect(hasTooManyMarks(words.normalize(form))).toBe(false)
    expect(z.decode(text(200), words.normalize(form))).toBe(words.normalize('NFC'))
  }
})

test('words of Indian languages and of Vietnamese have half as many marks as allowed', () => {
  const words = 'क़ुर्बानियाँ ऱ्हस्व க்ஷௌரம் كُلًّا ٱلرَّحْمَٰنِ Nguyễn ướt क्ष्म्यां॑'.normalize('NFD')
  expect(
    Math.max(...(words.match(/[\p{M}\u200c\u200d]+/gu) ?? []).map((run) => run.length)),
  ).toBeLessThanOrEqual(4)
})
