import { type ZeroKind, zeroKinds } from '@kirana/domain/gst'
import { fromPercent, toPercent, WHOLE } from '@kirana/domain/money'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER, text } from './bounded.ts'
import { dayInput } from './day.ts'
import { moment, percent } from './shapes.ts'

const HSN_INVALID = 'HSN code must be 4, 6 or 8 digits'
const SAC_INVALID = 'SAC must be 4 or 6 digits'
const RATE_INVALID = 'GST rate must be from 0 to 100 with at most 2 decimals'
const DAY_INVALID = 'The first day of the rate is not a date'

/** Missing leaves the code unchanged, '' removes it. */
const codeInput = (pattern: RegExp, message: string) =>
  z.optional(text(20, message, message).check(z.regex(pattern, message)))
export const hsnInput = codeInput(/^(\d{4}|\d{6}|\d{8})?$/, HSN_INVALID)
export const sacInput = codeInput(/^(\d{4}|\d{6})?$/, SAC_INVALID)

const rateOf = (input: string | number): number | null => {
  const text = String(input).trim()
  const rate = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? fromPercent(Number(text)) : null
  return rate === null || rate > WHOLE ? null : rate
}

/**
 * A new GST rate in percent, decoded to basis points. Missing or empty (null) means no new rate: a rate can be replaced by
 * a later one, but not removed.
 */
export const rateInput = z.optional(
  z.codec(
    z.union([z.number(), boundedText(MAX_NUMBER, RATE_INVALID)], { error: RATE_INVALID }),
    z.nullable(z.int()),
    {
      decode: (input, context) => {
        if (typeof input === 'string' && input.trim() === '') return null
        const rate = rateOf(input)
        if (rate !== null) return rate
        context.issues.push({ code: 'custom', message: RATE_INVALID, input })
        return z.NEVER
      },
      encode: (rate) => (rate === null ? '' : toPercent(rate)),
    },
  ),
)

/** A new GST rate of a charge, which may also be 'goods', the rate of the goods. */
export const chargeRateInput = z.optional(
  z.codec(
    z.union([z.number(), boundedText(MAX_NUMBER, RATE_INVALID)], { error: RATE_INVALID }),
    z.nullable(z.union([z.int(), z.literal('goods')])),
    {
      decode: (input, context) => {
        if (input === 'goods') return input
        if (typeof input === 'string' && input.trim() === '') return null
        const rate = rateOf(input)
        if (rate !== null) return rate
        context.issues.push({ code: 'custom', message: RATE_INVALID, input })
        return z.NEVER
      },
      encode: (rate) => (rate === null ? '' : rate === 'goods' ? rate : toPercent(rate)),
    },
  ),
)

/** The first day of a new rate in Asia/Kolkata, D/M/YYYY or ISO 8601. Missing or empty (null) means today. */
export const firstDayInput = z._default(dayInput(DAY_INVALID), null)

/** The tax category of a product while its rate is 0. */
export const zeroKind = z.enum(zeroKinds)
/** Missing leaves it unchanged; a new product is nil-rated. */
export const zeroKindInput = z.optional(
  z.enum(zeroKinds, { error: 'At rate 0 a product is Nil-rated, Exempt or Non-GST' }),
)
/** The labels of the kinds in forms, files and the audit log. */
export const zeroKindNames = {
  nil: 'Nil-rated',
  exempt: 'Exempt',
  nonGst: 'Non-GST',
} as const satisfies Record<ZeroKind, string>

/** A rate in a product's history, in force from `from` until the next one starts. */
export const RateOfProduct = z.object({ rate: percent, from: z.string(), by: z.string(), at: moment })
export type RateOfProduct = z.input<typeof RateOfProduct>

/** A charge's rate in a response: percent, 'goods' for the rate of the goods, or null if unknown. */
export const chargeRate = z.nullable(z.union([percent, z.literal('goods')]))
export const RateOfCharge = z.object({
  rate: z.union([percent, z.literal('goods')]),
  from: z.string(),
  by: z.string(),
  at: moment,
})
export type RateOfCharge = z.input<typeof RateOfCharge>
