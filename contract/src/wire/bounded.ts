import { tooLong } from '@kirana/domain/texts'
import * as z from 'zod/mini'

/**
 * The texts of requests. The raw length of each is checked before its content, because normalisation and regular
 * expressions may cost far more than receiving the text.
 */

/** A text of at most `max` UTF-16 units, as it was sent. */
export const boundedText = (max: number, error: string, tooLongError = error) =>
  z.string({ error }).check(z.maxLength(max, { error: tooLongError, abort: true }))

/**
 * Zero-width characters and bidirectional controls: a name made of them would look blank or reverse the text beside it.
 * The joiners (ZWJ, ZWNJ) stay, since Devanagari and emoji need them.
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
/** The caller checks the length of the text first. */
export const hasTooManyMarks = (text: string) => tooManyMarks.test(text)

/**
 * Strips invisible characters, trims, and composes (NFC), so that é typed in two ways is equal in searches and unique
 * indexes. Check the length of the text and `hasTooManyMarks` first.
 */
export const tidyText = (text: string) => text.replace(invisible, '').normalize('NFC').trim()

/**
 * UTF-16 units that a text of `max` characters may have when sent: a decomposed letter takes up to four, and blanks may
 * surround the text.
 */
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
