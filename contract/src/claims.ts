import { claimDestinations, claimReasons, claimStates, MAX_CLAIM_PHOTOS } from '@kirana/domain/claims'
import { STATUS_INVALID } from '@kirana/domain/texts'
import { paymentMethods } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { boundedText } from './wire/bounded.ts'
import { boundedList } from './wire/bounded-list.ts'
import { byPage, idFilter, paged } from './wire/lists.ts'
import { wholeInput } from './wire/numbers.ts'
import { forStaff, get, post } from './wire/route.ts'
import { OrderRef } from './orders.ts'
import { id, moment, optionalText, renamed, required, rupees } from './wire/shapes.ts'

/** A limit far above the number of lines of any order. */
const MAX_CLAIM_LINES = 200
const LINES = 'Lines must be a list of lines with pieces'
const LINE = 'Line is not valid'
const PIECES = 'Pieces must be a whole number above 0'

const ClaimLineInput = z.object({
  line: wholeInput(1, 10_000, LINE, LINE),
  pieces: wholeInput(1, 1_000_000, PIECES, PIECES),
})
const lineList = boundedList(ClaimLineInput, MAX_CLAIM_LINES, { error: LINES }).check(
  z.refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'A line is there twice'),
)

/** Lines as JSON text, because forms and query strings have no lists. */
const jsonLines = z.pipe(
  z.pipe(
    boundedText(50_000, LINES),
    z.transform((text, { issues }): z.input<typeof lineList> => {
      try {
        return JSON.parse(text) as z.input<typeof lineList>
      } catch {
        issues.push({ code: 'custom', message: LINES, input: text })
        return z.NEVER
      }
    }),
  ),
  lineList,
)

export const claimLines = z.union([lineList, jsonLines], { error: LINES })
export const claimedLines = claimLines.check(z.refine((lines) => lines.length > 0, 'Choose what is claimed'))
export const claimReason = z.enum(claimReasons, { error: 'Choose what is wrong' })
export const claimState = z.enum(claimStates)

/** A claimed line: `line` counts the ordered lines from 1, `paid` is the whole line's, after its share of `discount`. */
const ClaimLine = z.object({
  line: z.int(),
  pieces: z.int(),
  refunded: z.int(),
  replaced: z.int(),
  refused: z.int(),
  delivered: z.int(),
  productTitle: z.string(),
  productQuantity: z.string(),
  productImage: z.string(),
  paid: rupees,
  discount: rupees,
})

/**
 * A claim. `amount` is what was refunded or, while it is open, the refund of its open pieces. `photos` are keys of
 * private files, `openedBy` the staff member who opened it, '' for the customer.
 */
export const Claim = renamed(
  {
    _id: id,
    claimNumber: z.string(),
    orderId: id,
    orderNumber: z.string(),
    payment: z.enum(paymentMethods),
    /** The destinations to which its money can be refunded. */
    destinations: z.array(z.enum(claimDestinations)),
    user: z.object({ _id: id, fullName: z.string(), phone: z.string() }),
    lines: z.array(ClaimLine),
    reason: claimReason,
    note: z.string(),
    photos: z.array(z.string()),
    state: claimState,
    dateAndTime: moment,
    dueBy: moment,
    amount: rupees,
    openedBy: z.string(),
    lateReason: z.string(),
    refusedReason: z.string(),
    /** The request for its refund or its replacement that waits for a second person. */
    approvalId: z.optional(id),
    creditNotes: z.array(z.object({ _id: id, number: z.string(), link: z.string() })),
    /** The orders that bring its pieces again, oldest first; `replacement` is the newest. */
    replacements: z.array(OrderRef),
    replacement: z.optional(OrderRef),
    /**
     * The customer's claims and deliveries of the last 90 days; `isMarked` if the share of claims is above the store's
     * `claimsShare`.
     */
    recent: z.object({ claims: z.int(), deliveries: z.int(), isMarked: z.boolean() }),
  },
  { _id: 'id', dateAndTime: 'at' },
)
export type Claim = z.input<typeof Claim>

/**
 * The refund of pieces; `paid` and `discount` are those of the whole line, `left` is what remains to refund of the
 * order.
 */
export const ClaimAmount = z.object({
  lines: z.array(
    z.object({
      line: z.int(),
      pieces: z.int(),
      paid: rupees,
      discount: rupees,
      refund: rupees,
      coins: z.int(),
    }),
  ),
  charges: rupees,
  refund: rupees,
  coins: z.int(),
  left: rupees,
})
export type ClaimAmount = z.input<typeof ClaimAmount>

/** The photos of a claim. */
export const claimPhotos = {
  field: 'photos',
  kind: 'image',
  max: MAX_CLAIM_PHOTOS,
  tooMany: `Upload ${MAX_CLAIM_PHOTOS} photos maximum`,
} as const

export const OpenedClaim = renamed({ _id: id, state: claimState, dueBy: moment }, { _id: 'id' })

const claimId = required('Claim is required', 200)
/** The id that the screen gives a decision. Repeating the call with the same id and values changes nothing more. */
const actionId = required('Action is required', 100)

export const claims = {
  list: get(
    forStaff('claims'),
    '/claim/get/all/:page',
    'Claims, newest first, 20 a page; of one state, order or customer',
    {
      params: byPage,
      query: z.object({
        state: z._default(z.enum(['', 'all', ...claimStates], { error: STATUS_INVALID }), ''),
        order: idFilter,
        customer: idFilter,
      }),
      data: paged(Claim),
    },
  ),
  amount: get(
    forStaff('claims'),
    '/claim/get/amount',
    'What refunding a claim gives back; `lines` is JSON, by default all its open pieces',
    { query: z.object({ claimId, lines: z.optional(jsonLines) }), data: ClaimAmount },
  ),
  add: post(
    forStaff('claims'),
    '/claim/add',
    'Opens a claim for a customer, for example on the phone; `lateReason` is needed after the day of delivery',
    {
      body: z.object({
        userId: required('Customer is required', 200),
        orderId: required('Order is required', 200),
        lines: claimedLines,
        reason: claimReason,
        note: optionalText(1000),
        lateReason: optionalText(500),
      }),
      files: { ...claimPhotos, orJson: true },
      data: OpenedClaim,
      message: 'Claim added successfully',
    },
  ),
  refund: post(
    forStaff('claims'),
    '/claim/refund',
    'Refunds pieces of a claim, by default all that are open, and issues the credit note. Cash comes from the till, ' +
      'for orders that were paid in cash; 422 names the amount in the till if that is less. `restock` names the ' +
      'pieces that go back to the shelves; the others are written off. A repeated `actionId` refunds once, and is ' +
      'answered with 409 if its values differ',
    {
      fresh: true,
      body: z.object({
        claimId,
        actionId,
        to: z.enum(claimDestinations, { error: 'Choose where the money goes' }),
        lines: z.optional(claimedLines),
        restock: z._default(claimLines, []),
      }),
      awaits: true,
      data: z.object({ refund: rupees, coins: z.int(), state: claimState }),
      message: 'Claim refunded successfully',
    },
  ),
  replace: post(
    forStaff('claims'),
    '/claim/replace',
    'Replaces pieces of a claim, by default all that are open: places an order of ₹0 for them, which reserves stock ' +
      'and is delivered with a challan. From the limit of payouts on it waits for a second person. A repeated ' +
      '`actionId` replaces once, and is answered with 409 if its pieces differ',
    {
      fresh: true,
      body: z.object({ claimId, actionId, lines: z.optional(claimedLines) }),
      awaits: true,
      data: z.object({ state: claimState, replacement: OrderRef }),
      message: 'Replacement ordered successfully',
    },
  ),
  refuse: post(
    forStaff('claims'),
    '/claim/refuse',
    'Refuses the open pieces of a claim, with the reason that the customer reads',
    {
      body: z.object({ claimId, reason: required('Say why it is refused') }),
      message: 'Claim refused successfully',
    },
  ),
}
