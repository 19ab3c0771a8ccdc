import { fromPercent, fromRupees, toPercent, toRupees } from '@kirana/domain/money'
import { strongPasswordPattern, STRONG_PASSWORD_RULE } from '@kirana/domain/password'
import {
  type AmountType,
  type DeliveryStatus,
  type ManualOrderStatus,
  type PaymentStatus,
} from '@kirana/domain/vocabulary'
import {
  ALL_FIELDS_REQUIRED,
  AMOUNT_INVALID,
  ID_INVALID,
  PERCENTAGE_INVALID,
  STATUS_INVALID,
  tooLong,
} from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { boundedText, text } from './bounded.ts'

/**
 * Schemas have two sides: the wire (input) with the specification's spelling and rupees, and the inside (output) with
 * code names and paise. Requests are decoded, responses encoded.
 */

/** An id. Malformed ids pass here, because the answer to them is 404, as for any unknown id. */
export const id = boundedText(200, ID_INVALID).check(z.minLength(1, ID_INVALID))
export const byId = z.object({ id })

/** Limits a list to `max` distinct entries; duplicates don't count. */
export const maxDistinct = (max: number, message: string) =>
  z.refine<readonly string[]>((list) => new Set(list).size <= max, message)

/** A required text of up to `max` characters; `message` is shown when it is missing or empty. */
export const required = (message: string, max = 500) =>
  text(max, message).check(z.minLength(1, { error: message, abort: true }))

/** An optional text; '' inside when missing. */
export const optionalText = (max = 2000) => z._default(text(max), '')

/** An optional text of an update; undefined inside when missing, which leaves the field unchanged. */
export const textIfSent = (max = 500) => z.optional(text(max))

/** Characters of a push token: several times the usual length, and small enough for an index row at 3 bytes each. */
export const MAX_PUSH_TOKEN = 800

/** A boolean, or 'true' and 'false' from forms. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'Choose yes or no' }),
  z.boolean(),
  {
    decode: (value) => value === true || value === 'true',
    encode: (value) => value,
  },
)

/** More than any possible total (100 lines of 1,000 at ₹10,00,000), and still a safe integer in paise. */
export const MAX_TOTAL_RUPEES = 1_000_000_000_000

/** Decodes to hundredths; `convert` returns null for more than 2 decimals. */
const inHundredths =
  (convert: (value: number) => number | null) => (value: number, context: z.core.ParsePayload) => {
    const hundredths = convert(value)
    if (hundredths !== null) return hundredths
    context.issues.push({ code: 'custom', message: 'Use at most 2 decimals', input: value })
    return z.NEVER
  }

/** Rupees on the wire, at most 2 decimals; paise inside. */
export const rupees = z.codec(
  z
    .number({ error: AMOUNT_INVALID })
    .check(z.gte(0, AMOUNT_INVALID), z.lte(MAX_TOTAL_RUPEES, AMOUNT_INVALID)),
  z.int(),
  { decode: inHundredths(fromRupees), encode: toRupees },
)

/** Percent on the wire, at most 2 decimals; basis points inside (8.8 = 880). */
export const percent = z.codec(
  z.number({ error: PERCENTAGE_INVALID }).check(z.gte(0, PERCENTAGE_INVALID), z.lte(100, PERCENTAGE_INVALID)),
  z.int(),
  { decode: inHundredths(fromPercent), encode: toPercent },
)

/** Rupees on the wire, possibly negative as in ledger entries; paise inside. */
export const signedRupees = z.codec(z.number({ error: AMOUNT_INVALID }), z.int(), {
  decode: inHundredths(fromRupees),
  encode: toRupees,
})

/** A timestamp: ISO 8601 in UTC on the wire, a Date inside. */
export const moment = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

const invert = <W extends string, I extends string>(words: Record<W, I>) => {
  const wire = Object.keys(words) as W[]
  const toWire = Object.fromEntries(wire.map((word) => [words[word], word])) as Record<I, W>
  return { wire, words, toWire, inside: wire.map((word) => words[word]) }
}

/** An enum whose values have a different spelling on the wire: `{ Prepeared: 'prepared' }`. */
const renamedEnum = <const W extends string, const I extends string>(
  words: Record<W, I>,
  message: string,
) => {
  const { wire, inside, toWire } = invert(words)
  return z.codec(z.enum(wire, { error: message }), z.enum(inside), {
    decode: (word) => words[word as W] as never,
    encode: (word) => toWire[word as I] as never,
  }) as unknown as z.ZodMiniCodec<z.ZodMiniType<W, W>, z.ZodMiniType<I, I>>
}

export const deliveryStatusNames = {
  Confirmed: 'confirmed',
  Prepeared: 'prepared',
  Dispatched: 'dispatched',
  'Out for Delivary': 'outForDelivery',
  Delivered: 'delivered',
  Canceled: 'canceled',
} as const satisfies Record<string, DeliveryStatus>
export type DeliveryStatusName = keyof typeof deliveryStatusNames
export const deliveryStatus = renamedEnum(deliveryStatusNames, STATUS_INVALID)

export const paymentStatus = renamedEnum(
  { success: 'paid', Due: 'due', Failed: 'failed' } as const satisfies Record<string, PaymentStatus>,
  'Payment status is not valid',
)
export const amountType = renamedEnum(
  { Percentage: 'percentage', Rupees: 'rupees' } as const satisfies Record<string, AmountType>,
  ALL_FIELDS_REQUIRED,
)
export const manualOrderStatus = renamedEnum(
  { Waiting: 'waiting', Delivered: 'delivered', Canceled: 'canceled' } as const satisfies Record<
    string,
    ManualOrderStatus
  >,
  STATUS_INVALID,
)

type Names<S> = { readonly [K in keyof S]?: string }
type Renamed<T, N> = { [K in keyof T as K extends keyof N ? (N[K] extends string ? N[K] : K) : K]: T[K] }

/** An object whose wire names differ from the code's: `renamed({ delivaryStatus }, { delivaryStatus: 'deliveryStatus' })`. */
export const renamed = <S extends z.core.$ZodShape, const N extends Names<S>>(shape: S, names: N) => {
  const { toWire } = invert(names as Record<string, string>)
  const renameKeys = (value: object, to: Record<string, string>) =>
    Object.fromEntries(Object.entries(value).map(([key, v]) => [to[key] ?? key, v]))
  const object = z.object(shape)
  type Inside = Renamed<z.output<typeof object>, N>
  return z.codec(object, z.custom<Inside>(), {
    decode: (value) => renameKeys(value, names as Record<string, string>) as Inside,
    encode: (value) => renameKeys(value as object, toWire) as z.output<typeof object>,
  })
}

/** The version of a record. An edit sends the version it is based on; 409 `stale` if that is outdated (decision 015). */
export const version = z.int()
export const VERSION_INVALID = 'Version is not valid'
export const MAX_VERSION = 2_000_000_000
/** The version that a caller saw, for calls that have required it from the start. */
export const requiredVersion = z
  .int({ error: VERSION_INVALID })
  .check(z.gte(1, VERSION_INVALID), z.lte(MAX_VERSION, VERSION_INVALID))
/** The version an edit is based on. Without it, as in older clients, the last save wins. */
export const versionSeen = z.optional(requiredVersion)
/** Who last changed a record, and when; '' and null if unknown. */
export const LastChange = z.object({ by: z.string(), at: z.nullable(moment) })
export type LastChange = z.input<typeof LastChange>
/** The error of an outdated edit; its data is the current record with its last change. */
export const staleRefusal = <const T extends z.core.$ZodType>(record: T) =>
  ({ stale: { status: 409, data: z.intersection(record, LastChange) } }) as const
/** The response to an edit: the record's new version. */
export const edited = z.object({ version })

/** A password to verify or hash, unchanged: spaces are part of it. */
export const password = (missing: string) =>
  boundedText(200, missing, tooLong(200)).check(z.minLength(1, { error: missing, abort: true }))

/** A new password under the strong rule (specification, section 5). */
export const strongPassword = (missing: string) =>
  password(missing).check(z.regex(strongPasswordPattern, STRONG_PASSWORD_RULE))

/** A person's name: letters and whitespace only (specification, section 5). */
export const personName = (missing: string) =>
  required(missing, 100).check(z.regex(/^[\p{L}\p{M}\s]+$/u, "Don't use any number or special character"))

/** zod/mini's message for a rule without its own, such as a body that is not an object. */
const DEFAULT_MESSAGE = 'Invalid input'

/** The message of the first broken rule, the only one a form shows. */
export const firstMessage = (error: { issues: readonly { message: string }[] }) => {
  const message = error.issues[0]?.message
  return message === undefined || message === DEFAULT_MESSAGE ? 'The request is not valid' : message
}
