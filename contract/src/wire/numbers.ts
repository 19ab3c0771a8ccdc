import { fromPercent, fromRupees, MAX_AMOUNT, toPercent, toRupees, WHOLE } from '@kirana/domain/money'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './bounded.ts'
import { MAX_TOTAL_RUPEES, MAX_VERSION, VERSION_INVALID } from './shapes.ts'

/**
 * Numbers in requests. The existing apps send the text of a form field, so each accepts a JSON number or a string
 * ('12.5'). An empty string is an empty field.
 */

type Rule = {
  /** Shown when the field is missing or empty. */
  missing: string
  /** Shown for any other invalid value. */
  invalid: string
  /** `min` and `max` are in units of the wire: rupees, percent. */
  min: number
  max: number
  /** The value of an empty field; without it the field is required. */
  empty?: number
  /** Treats 0 as an empty field. */
  nonZero?: boolean
}

/** Parses a decimal number, NaN when there is none. Exponents, hexadecimal and infinity are not accepted. */
const parseNumber = (text: string) => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN)

/** The error for a value that is neither a number nor a text short enough to be one. */
const unread =
  ({ missing, invalid }: Rule) =>
  ({ input }: { input?: unknown }) =>
    typeof input === 'string' ? invalid : missing

const numberInput = (
  rule: Rule,
  toInside: (wire: number) => number | null,
  toWire: (inside: number) => number,
) =>
  z.codec(z.union([z.number(), boundedText(MAX_NUMBER, rule.invalid)], { error: unread(rule) }), z.number(), {
    decode: (input, context) => {
      const fail = (message: string) => {
        context.issues.push({ code: 'custom', message, input })
        return z.NEVER
      }
      const text = typeof input === 'string' ? input.trim() : null
      if (text === '') return rule.empty ?? fail(rule.missing)
      const value = text === null ? Number(input) : parseNumber(text)
      if (value === 0 && rule.nonZero) return fail(rule.missing)
      if (!(value >= rule.min && value <= rule.max)) return fail(rule.invalid)
      return toInside(value) ?? fail(rule.invalid)
    },
    encode: toWire,
  })

const whole = (value: number) => (Number.isInteger(value) ? value : null)
const identity = (value: number) => value

const toThousandths = (value: number) => {
  const thousandths = Math.round(value * 1000)
  return thousandths / 1000 === value ? thousandths : null
}
const fromThousandths = (thousandths: number) => thousandths / 1000

const MAX_RUPEES = toRupees(MAX_AMOUNT)
const amountRule = (min: number) => `Amount must be from ${min} to 10,00,000 with at most 2 decimals`
const AMOUNT_RULE = amountRule(0)
const PERCENT_RULE = 'Percentage must be from 0 to 100 with at most 2 decimals'

/** A required amount in rupees, `min` (default 0) to 10,00,000; paise inside. */
export const amountInput = (
  missing: string,
  { min = 0, ...options }: { nonZero?: boolean; min?: number } = {},
) =>
  numberInput({ missing, invalid: amountRule(min), min, max: MAX_RUPEES, ...options }, fromRupees, toRupees)

const amountOrZero = numberInput(
  { missing: AMOUNT_RULE, invalid: AMOUNT_RULE, min: 0, max: MAX_RUPEES, empty: 0 },
  fromRupees,
  toRupees,
)

/** An optional amount in rupees, 0 to 10,00,000; paise inside, 0 when empty or missing. */
export const optionalAmount = z._default(amountOrZero, 0)

/** The same, but undefined when missing, which leaves the field unchanged. */
export const amountIfSent = z.optional(amountOrZero)

const TOTAL_RULE = 'Expected total must be an amount in rupees with at most 2 decimals'

/** A required total of a bill in rupees, up to MAX_TOTAL_RUPEES; paise inside. */
export const totalInput = numberInput(
  { missing: TOTAL_RULE, invalid: TOTAL_RULE, min: 0, max: MAX_TOTAL_RUPEES },
  fromRupees,
  toRupees,
)

/** A required percentage, 0 to 100; basis points inside, 0 when empty. */
export const percentInput = numberInput(
  { missing: PERCENT_RULE, invalid: PERCENT_RULE, min: 0, max: 100, empty: 0 },
  fromPercent,
  toPercent,
)

/** An optional percentage, 0 to 100; basis points inside, 0 when empty or missing. */
export const optionalPercent = z._default(percentInput, 0)

/**
 * A percentage is above 0 and at most 100, an amount 0 to 10,00,000 (domain rules, Catalogue). `field` is the wire name
 * of the amount: the form shows the message at that field.
 */
export const fitsAmountType = (field: string) =>
  z.refine<{ amountType: string; amount: number }>(
    ({ amountType, amount }) => amountType !== 'percentage' || (amount > 0 && amount <= WHOLE),
    { error: 'Percentage must be above 0 and at most 100', path: [field] },
  )

/** A required whole number. */
export const wholeInput = (min: number, max: number, missing: string, invalid: string) =>
  numberInput({ missing, invalid, min, max }, whole, identity)

/** The version that an edit with files is based on. All fields of such a form are texts. */
export const versionBesideFiles = z.optional(wholeInput(1, MAX_VERSION, VERSION_INVALID, VERSION_INVALID))

/** A required whole number from 0; 0 when empty. */
export const wholeOrZero = (max: number, invalid: string) =>
  numberInput({ missing: invalid, invalid, min: 0, max, empty: 0 }, whole, identity)

/** The pack size in its unit ('500' of '500 GM'), above 0 with up to 3 decimals; thousandths inside. */
export const packSizeInput = (missing: string) =>
  numberInput(
    { missing, invalid: 'Quantity is not valid', min: 0.001, max: 1_000_000, nonZero: true },
    toThousandths,
    fromThousandths,
  )

/** The pack size in a response; thousandths inside. */
export const packSize = z.codec(z.number(), z.int(), {
  decode: (value) => toThousandths(value) ?? Number.NaN,
  encode: fromThousandths,
})
