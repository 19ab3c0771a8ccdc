import { tooLong } from '@kirana/domain/texts'
import * as z from 'zod/mini'

/**
 * The texts and lists of requests. Each is refused by its raw length before anything looks at its content: normalisation,
 * regular expressions and the validation of elements may cost far more than reading it did.
 */

/** A text of at most `max` UTF-16 units, as it was sent. */
export const boundedText = (max: number, error: string, tooLongError = error) =>
  z.string({ error }).check(z.maxLength(max, { error: tooLongError, abort: true }))

/** A list of at most `max` elements; z.array() validates all elements before it checks their number. */
export const boundedList = <T extends z.core.$ZodType>(
  element: T,
  max: number,
  { error, tooMany = error }: { error: string; tooMany?: string },
) =>
  z.pipe(
    z.transform<z.input<T>[], z.input<T>[]>((list, { issues }) => {
      if (!Array.isArray(list) || list.length <= max) return list
      issues.push({ code: 'custom', message: tooMany, input: list })
      return z.NEVER
    }),
    z.array(element, { error }).check(z.maxLength(max, tooMany)),
  )

/**
 * Zero-width characters and bidirectional controls: a name of them would look blank or reverse the text beside it. The
 * joiners (ZWJ, ZWNJ) stay, since Devanagari and emoji need them.
 */
const INVISIBLE = '[\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff]'
const invisible = new RegExp(INVISIBLE, 'g')

/**
 * The combining marks and joiners that one base character may have. Words in the languages of India and in Vietnamese
 * have four at most. Normalisation sorts the marks of a base character, in quadratic time.
 */
const MAX_MARKS = 8
const tooManyMarks = new RegExp(`(?:[\\p{M}\\u200c\\u200d]${INVISIBLE}*){${MAX_MARKS + 1}}`, 'u')
export const MARKS = `A letter has ${MAX_MARKS} accents or vowel signs at most`
/** Check the length of the text first. */
export const hasTooManyMarks = (text: string) => tooManyMarks.test(text)

/**
 * Strips invisible characters, trims, and composes (NFC), so that é typed in two ways is equal in searches and unique
 * indexes. Check the length of the text and `hasTooManyMarks` first.
 */
export const tidyText = (text: string) => text.replace(invisible, '').normalize('NFC').trim()

/** Raw units that a text of `max` characters may have: a decomposed letter takes up to four, and it may have blanks around. */
export const rawLength = (max: number) => 4 * max + 100

/** A text of at most `max` characters once it is tidied. */
export const text = (max: number, error = 'Text is not valid', tooLongError = tooLong(max)) =>
  boundedText(rawLength(max), error, tooLongError).check(
    z.refine((sent) => !hasTooManyMarks(sent), { error: MARKS, abort: true }),
    z.overwrite(tidyText),
    z.maxLength(max, { error: tooLongError, abort: true }),
  )

/** The longest number or date as a form sends it, with blanks around it. */
export const MAX_NUMBER = 100
