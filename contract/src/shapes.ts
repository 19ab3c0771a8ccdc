import { fromPercent, fromRupees, toPercent, toRupees } from '@kirana/domain/money'
import { MAX_PAGE } from '@kirana/domain/paging'
import { strongPasswordPattern, STRONG_PASSWORD_RULE } from '@kirana/domain/password'
import type { AmountType, DeliveryStatus, ManualOrderStatus, PaymentStatus } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'

/**
 * Every schema here has two sides. On the wire (input) stand the product's spelling and rupees; inside
 * (output) stand correct words and paise. Bodies are decoded on the way in, answers encoded on the way out.
 */

/** An id. A malformed one is an object that does not exist, so it gets through here and ends in a 404. */
export const id = z
  .string({ error: 'Id is not valid' })
  .check(z.minLength(1, 'Id is not valid'), z.maxLength(200, 'Id is not valid'))
export const byId = z.object({ id })

/**
 * Characters that nobody can see, and those that turn round whatever follows them: a name made of them would be blank,
 * or reverse the pincode beside it. The joiners of Devanagari and emoji stay.
 */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** And composed: é has one form and not two, so that a name is found, and is there once, whichever keyboard wrote it. */
const tidy = () => z.overwrite<string>((text) => text.replace(UNSEEN, '').normalize('NFC').trim())

/** A text that must be filled in, at most `most` characters; `message` is what the operator sees otherwise. */
export const required = (message: string, most = 500) =>
  z
    .string({ error: message })
    .check(
      tidy(),
      z.minLength(1, { error: message, abort: true }),
      z.maxLength(most, `Use ${most} characters at most`),
    )

/** A text that may be empty or missing; inside it is '' then. */
export const optionalText = (most = 2000) =>
  z._default(
    z
      .string({ error: 'Text is not valid' })
      .check(tidy(), z.maxLength(most, `Use ${most} characters at most`)),
    '',
  )

/** A text that may be left out of a change; inside it is undefined then, which changes nothing. */
export const textIfSent = (most = 500) =>
  z.optional(
    z
      .string({ error: 'Text is not valid' })
      .check(tidy(), z.maxLength(most, `Use ${most} characters at most`)),
  )

/** Characters of the token of a phone: several times those there are, and at 3 bytes each no more than an index takes. */
export const MOST_PUSH_TOKEN = 800

/** Yes or no: a boolean, or its text where a form carries it. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'Choose yes or no' }),
  z.boolean(),
  {
    decode: (value) => value === true || value === 'true',
    encode: (value) => value,
  },
)

/** Above any sum there can be (100 lines of 1,000 at ₹10,00,000), and exact with its paise. */
const MOST_RUPEES = 1_000_000_000_000

/** An amount with at most 2 decimals, as whole hundredths; `whole` gives null for one with more. */
const inHundredths =
  (whole: (value: number) => number | null) => (value: number, context: z.core.ParsePayload) => {
    const hundredths = whole(value)
    if (hundredths !== null) return hundredths
    context.issues.push({ code: 'custom', message: 'Use at most 2 decimals', input: value })
    return z.NEVER
  }

/** Rupees on the wire, at most 2 decimals; paise inside. */
export const rupees = z.codec(
  z
    .number({ error: 'Amount is not valid' })
    .check(z.gte(0, 'Amount is not valid'), z.lte(MOST_RUPEES, 'Amount is not valid')),
  z.int(),
  { decode: inHundredths(fromRupees), encode: toRupees },
)

/** Percent on the wire, at most 2 decimals; basis points inside (8.8 = 880). */
export const percent = z.codec(
  z
    .number({ error: 'Percentage is not valid' })
    .check(z.gte(0, 'Percentage is not valid'), z.lte(100, 'Percentage is not valid')),
  z.int(),
  { decode: inHundredths(fromPercent), encode: toPercent },
)

/** Rupees that may be below 0, as a ledger's entries are; paise inside. */
export const signedRupees = z.codec(z.number({ error: 'Amount is not valid' }), z.int(), {
  decode: inHundredths(fromRupees),
  encode: toRupees,
})

/** A moment: ISO 8601 on the wire, a Date inside. */
export const moment = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

const swapped = <W extends string, I extends string>(words: Record<W, I>) => {
  const wire = Object.keys(words) as W[]
  const back = Object.fromEntries(wire.map((word) => [words[word], word])) as Record<I, W>
  return { wire, words, back, inside: wire.map((word) => words[word]) }
}

/** A word that the wire spells differently: `{ Prepeared: 'prepared' }`. */
const spelledWord = <const W extends string, const I extends string>(
  words: Record<W, I>,
  message: string,
) => {
  const { wire, inside, back } = swapped(words)
  return z.codec(z.enum(wire, { error: message }), z.enum(inside), {
    decode: (word) => words[word as W] as never,
    encode: (word) => back[word as I] as never,
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
export const deliveryStatus = spelledWord(deliveryStatusNames, 'Status is not valid')

export const paymentStatus = spelledWord(
  { success: 'paid', Due: 'due', Failed: 'failed' } as const satisfies Record<string, PaymentStatus>,
  'Payment status is not valid',
)
export const amountType = spelledWord(
  { Percentage: 'percentage', Rupees: 'rupees' } as const satisfies Record<string, AmountType>,
  'All fields is required',
)
export const manualOrderStatus = spelledWord(
  { Waiting: 'waiting', Delivered: 'delivered', Canceled: 'canceled' } as const satisfies Record<
    string,
    ManualOrderStatus
  >,
  'Status is not valid',
)

type Names<S> = { readonly [K in keyof S]?: string }
type Respelled<T, N> = { [K in keyof T as K extends keyof N ? (N[K] extends string ? N[K] : K) : K]: T[K] }

/** An object whose wire names differ from the code's: `spelled({ delivaryStatus }, { delivaryStatus: 'deliveryStatus' })`. */
export const spelled = <S extends z.core.$ZodShape, const N extends Names<S>>(shape: S, names: N) => {
  const { back } = swapped(names as Record<string, string>)
  const move = (value: object, to: Record<string, string>) =>
    Object.fromEntries(Object.entries(value).map(([key, v]) => [to[key] ?? key, v]))
  const object = z.object(shape)
  type Inside = Respelled<z.output<typeof object>, N>
  return z.codec(object, z.custom<Inside>(), {
    decode: (value) => move(value, names as Record<string, string>) as Inside,
    encode: (value) => move(value as object, back) as z.output<typeof object>,
  })
}

/** A page of a list, `{ data, totalPages }`. */
export const paged = <T extends z.core.$ZodType>(row: T) =>
  z.object({ data: z.array(row), totalPages: z.int() })

/** A whole number that stands in an address, as text on the wire. */
export const numberInPath = (least: number, most: number, message: string) =>
  z.codec(
    z.union([z.string(), z.number()], { error: message }),
    z.int(message).check(z.gte(least, message), z.lte(most, message)),
    {
      decode: (text) =>
        typeof text === 'number' ? text : /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN,
      encode: String,
    },
  )

export const page = numberInPath(1, MAX_PAGE, 'Page is not valid')
export const byPage = z.object({ page })

/** The query of a list that is read on from the `next` of the page before. */
export const byCursor = {
  cursor: z.optional(
    z.string({ error: 'Cursor is not valid' }).check(z.maxLength(200, 'Cursor is not valid')),
  ),
}

/** Narrows a list to what belongs to one id; '' for everything. */
export const idFilter = z._default(
  z.string({ error: 'Id is not valid' }).check(z.maxLength(200, 'Id is not valid')),
  '',
)

/** What is looked for in a list; '' for everything. */
export const search = z._default(
  z
    .string({ error: 'Search is not valid' })
    .check(tidy(), z.maxLength(100, 'Search is at most 100 characters')),
  '',
)

/** A new password under the strong rule (specification, section 5). */
export const strongPassword = (missing: string) =>
  z
    .string({ error: missing })
    .check(
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(200, 'Use 200 characters at most'),
      z.regex(strongPasswordPattern, STRONG_PASSWORD_RULE),
    )

/** A password that is only looked up or hashed: taken as typed, spaces and all. */
export const password = (missing: string) =>
  z
    .string({ error: missing })
    .check(z.minLength(1, { error: missing, abort: true }), z.maxLength(200, 'Use 200 characters at most'))

/** A person's name: letters and whitespace only (specification, section 5). */
export const personName = (missing: string) =>
  z
    .string({ error: missing })
    .check(
      tidy(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(100, 'Use 100 characters at most'),
      z.regex(/^[\p{L}\p{M}\s]+$/u, "Don't use any number or special character"),
    )

/** What zod/mini says where a rule has no words of its own, such as for a body that is no object. */
const UNSAID = 'Invalid input'

/** The one message shown for a refused form: the first broken rule. */
export const firstMessage = (error: { issues: readonly { message: string }[] }) => {
  const message = error.issues[0]?.message
  return message === undefined || message === UNSAID ? 'What was sent is not valid' : message
}
