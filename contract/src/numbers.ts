import { fromPercent, fromRupees, MAX_AMOUNT, toPercent, toRupees, WHOLE } from '@kirana/domain/money'
import * as z from 'zod/mini'

/**
 * Numbers that callers send. The existing apps send what stands in a form's field, so each takes a JSON number or
 * its text ('12.5'). An empty text is a field left empty.
 */

type Rule = {
  /** Shown when the field is missing or empty. */
  missing: string
  /** Shown for anything else that is not allowed. */
  wrong: string
  /** On the wire's scale. */
  least: number
  most: number
  /** What a field left empty means; without it the field is required. */
  empty?: number
  /** 0 counts as left empty. */
  nonZero?: boolean
}

/** The number in a text as people type it, NaN when there is none: no exponent, no hexadecimal, no infinity. */
const numberIn = (text: string) => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN)

const sentNumber = (
  rule: Rule,
  toInside: (wire: number) => number | null,
  toWire: (inside: number) => number,
) =>
  z.codec(z.union([z.number(), z.string()], { error: rule.missing }), z.number(), {
    decode: (sent, context) => {
      const refuse = (message: string) => {
        context.issues.push({ code: 'custom', message, input: sent })
        return z.NEVER
      }
      const text = typeof sent === 'string' ? sent.trim() : null
      if (text === '') return rule.empty ?? refuse(rule.missing)
      const value = text === null ? Number(sent) : numberIn(text)
      if (value === 0 && rule.nonZero) return refuse(rule.missing)
      if (!(value >= rule.least && value <= rule.most)) return refuse(rule.wrong)
      return toInside(value) ?? refuse(rule.wrong)
    },
    encode: toWire,
  })

const whole = (value: number) => (Number.isInteger(value) ? value : null)
const same = (value: number) => value

const fromUnits = (value: number) => {
  const thousandths = Math.round(value * 1000)
  return thousandths / 1000 === value ? thousandths : null
}
const toUnits = (thousandths: number) => thousandths / 1000

const MOST_RUPEES = toRupees(MAX_AMOUNT)
const AMOUNT_RULE = 'Amount must be from 0 to 10,00,000 with at most 2 decimals'
const PERCENT_RULE = 'Percentage must be from 0 to 100 with at most 2 decimals'

/** Rupees, 0 to 10,00,000, that must be sent; paise inside. */
export const amountSent = (missing: string, more: { nonZero?: boolean } = {}) =>
  sentNumber({ missing, wrong: AMOUNT_RULE, least: 0, most: MOST_RUPEES, ...more }, fromRupees, toRupees)

/** Rupees, 0 to 10,00,000; paise inside, 0 when left empty. */
export const amountOrNone = z._default(
  sentNumber(
    { missing: AMOUNT_RULE, wrong: AMOUNT_RULE, least: 0, most: MOST_RUPEES, empty: 0 },
    fromRupees,
    toRupees,
  ),
  0,
)

/** Percent, 0 to 100; basis points inside, 0 when sent empty. */
export const percentSent = sentNumber(
  { missing: PERCENT_RULE, wrong: PERCENT_RULE, least: 0, most: 100, empty: 0 },
  fromPercent,
  toPercent,
)

/** The same, 0 also when not sent. */
export const percentOrNone = z._default(percentSent, 0)

/**
 * Percentages above 0 to 100, amounts 0 to 10,00,000 (domain rules, Catalogue). `field` is the amount's name on the
 * wire, where the message belongs.
 */
export const withinItsType = (field: string) =>
  z.refine<{ amountType: string; amount: number }>(
    (rule) => rule.amountType !== 'percentage' || (rule.amount > 0 && rule.amount <= WHOLE),
    { error: 'Percentage must be above 0 and at most 100', path: [field] },
  )

/** A whole number that must be sent. */
export const wholeSent = (least: number, most: number, missing: string, wrong: string) =>
  sentNumber({ missing, wrong, least, most }, whole, same)

/** A whole number from 0; 0 when sent empty. */
export const wholeFromNone = (most: number, wrong: string) =>
  sentNumber({ missing: wrong, wrong, least: 0, most, empty: 0 }, whole, same)

/** How much of its unit a pack holds, above 0 with at most 3 decimals ('500' of '500 GM'); thousandths inside. */
export const packSizeSent = (missing: string) =>
  sentNumber(
    { missing, wrong: 'Quantity is not valid', least: 0.001, most: 1_000_000, nonZero: true },
    fromUnits,
    toUnits,
  )

/** The same in an answer. */
export const packSize = z.codec(z.number(), z.int(), {
  decode: (value) => fromUnits(value) ?? Number.NaN,
  encode: toUnits,
})
