import { addDays, dayInKolkata } from './calendar.ts'
import { type BasisPoints, requireWhole, type Paise, WHOLE } from './money.ts'
import { shareOut } from './shares.ts'
import type { Payer } from './vocabulary.ts'

/** Why a customer claims pieces of a delivered order. */
export const claimReasons = ['damaged', 'wrong', 'missing', 'expired', 'quality'] as const
export type ClaimReason = (typeof claimReasons)[number]

/**
 * A claim is open while one of its pieces is undecided; otherwise the first of the other states that applies to a piece
 * is its state.
 */
export const claimStates = ['open', 'refunded', 'replaced', 'refused'] as const
export type ClaimState = (typeof claimStates)[number]

/** Where the money of a claim goes. */
export const claimDestinations = ['wallet', 'source', 'cash'] as const
export type ClaimDestination = (typeof claimDestinations)[number]

/**
 * The destinations to which the money of an order can be refunded: the wallet, and the source or the till if it was
 * paid from there. Money of a card or a wallet is not refunded in cash.
 */
export const destinationsOf = (paidBy: Payer): ClaimDestination[] => [
  'wallet',
  ...(paidBy === 'online' ? (['source'] as const) : paidBy === 'cash' ? (['cash'] as const) : []),
]

export const MAX_CLAIM_PHOTOS = 3

/** Formats the number of a claim, 'CL-000123'. Throws RangeError unless `n` is a whole number above 0. */
export function claimNumberText(n: number): string {
  requireWhole(n, 1, 'Claim number')
  return `CL-${String(n).padStart(6, '0')}`
}

const SUNDAY = 0
const PROMISED_DAYS = 7

/**
 * The end of the seventh day that is no Sunday, counted from the day after opening, in Asia/Kolkata: the last millisecond
 * in which a refund keeps the promise.
 * @see Terms of Service: refunds within 7 business days
 */
export const claimDueBy = (openedAt: Date): Date => endOfBusinessDay(openedAt, PROMISED_DAYS)

/** The end of the next business day: claims that are due by then are urgent. */
export const claimsUrgentUntil = (now: Date): Date => endOfBusinessDay(now, 1)

/** The end of the day that is `days` days after that of `at`, not counting Sundays. */
function endOfBusinessDay(at: Date, days: number): Date {
  let day = dayInKolkata(at)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (new Date(`${day}T00:00:00Z`).getUTCDay() !== SUNDAY) left--
  }
  return new Date(`${day}T23:59:59.999+05:30`)
}

/** Whether a customer may still open a claim: until the end of the day of delivery in Asia/Kolkata. */
export const isClaimInTime = (deliveredAt: Date, now: Date) => dayInKolkata(now) <= dayInKolkata(deliveredAt)

/** A customer's claims and deliveries of this many days are compared. */
export const CLAIM_SHARE_DAYS = 90

/** Whether a customer's claims are more than `share` (basis points) of their deliveries. */
export const exceedsClaimShare = (
  { claims, deliveries }: { claims: number; deliveries: number },
  share: BasisPoints,
) => claims * WHOLE > deliveries * share

/** `part` of `pieces` of an amount, rounded half up: R(n) of the claims document. */
function ofFirst(amount: number, pieces: number, part: number): number {
  const [whole, share] = [BigInt(pieces), BigInt(amount) * BigInt(part)]
  return Number((2n * share + whole) / (2n * whole))
}

/**
 * What `count` of `pieces` of an amount in paise or coins are worth after `before` of them: R(before + count) - R(before),
 * where R(n) = amount × n ÷ pieces, half up. Refunding all pieces one by one adds up to exactly the amount.
 * @throws RangeError unless all are whole numbers, and there are that many pieces
 */
export function worthOfPieces(amount: number, pieces: number, before: number, count: number): number {
  requireWhole(amount, 0, 'Amount')
  requireWhole(pieces, 1, 'Pieces')
  requireWhole(before, 0, 'Pieces')
  requireWhole(count, 0, 'Pieces')
  if (before + count > pieces) throw new RangeError('There are fewer pieces')
  return ofFirst(amount, pieces, before + count) - ofFirst(amount, pieces, before)
}

/** A row of an order's bill as it was delivered. A line with a swap has two: what was found comes first. */
export type DeliveredRow = {
  /** The ordered line, from 1. */
  line: number
  pieces: number
  /** Paid for all its pieces, after its share of the discounts, in paise. */
  paid: Paise
  /** Loyalty coins of all its pieces as ordered. */
  coins: number
}

/** Pieces of an ordered line. */
export type ClaimedLine = { line: number; pieces: number }

export type DeliveredOrder = {
  /** In the order of the invoice. */
  rows: readonly DeliveredRow[]
  /** All charges together, in paise. */
  charges: Paise
  /** What rounding the bill to a whole rupee added, negative if it took something off. */
  roundOff: Paise
  /** Coins granted for the order, less those taken back; those taken back for claims, and the pieces refunded so far. */
  coins: number
  coinsTaken: number
  refunded: readonly ClaimedLine[]
}

/** The refund of `pieces` of a row, in paise and coins. */
export type RefundedRow = { pieces: number; amount: Paise; coins: number }

export type ClaimRefund = {
  /** One for each row of the order. */
  rows: RefundedRow[]
  /** All charges once every delivered piece is refunded, before that 0. */
  charges: Paise
  /** All of the bill's rounding once every delivered piece is refunded, before that 0. */
  roundOff: Paise
  /** Rows, charges and rounding. */
  amount: Paise
  coins: number
  /** Whether all delivered pieces are refunded. */
  completes: boolean
}

/** The delivered pieces of each line. */
export function deliveredPieces(rows: readonly Pick<DeliveredRow, 'line' | 'pieces'>[]): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const row of rows) pieces.set(row.line, (pieces.get(row.line) ?? 0) + row.pieces)
  return pieces
}

/** The lines of which more pieces are claimed than these rows deliver. */
export function linesClaimedBeyond(
  rows: readonly Pick<DeliveredRow, 'line' | 'pieces'>[],
  claimed: readonly ClaimedLine[],
): ClaimedLine[] {
  const delivered = deliveredPieces(rows)
  return claimed.filter(({ line, pieces }) => pieces > (delivered.get(line) ?? 0))
}

const piecesOf = (lines: readonly ClaimedLine[], line: number) =>
  lines.reduce((sum, other) => (other.line === line ? sum + other.pieces : sum), 0)

/**
 * The refund of `claimed` pieces of a delivered order. Pieces of a line are refunded in the order of its rows, after
 * those that were refunded before. The order's coins are split by what each row would have granted. All refunds
 * together never give back more than the bill: if rounding took off more than the last pieces cost, earlier refunds are
 * lowered by it.
 * @throws RangeError if more pieces of a line are refunded than were delivered
 */
export function claimRefund(order: DeliveredOrder, claimed: readonly ClaimedLine[]): ClaimRefund {
  const delivered = deliveredPieces(order.rows)
  for (const { line } of claimed)
    if (piecesOf(order.refunded, line) + piecesOf(claimed, line) > (delivered.get(line) ?? 0))
      throw new RangeError('More pieces are refunded than were delivered')
  const coins = shareOut(
    order.coins + order.coinsTaken,
    order.rows.map((row) => row.coins),
  )
  const passed = new Map<number, number>()
  let earlier = 0
  const rows = order.rows.map(({ line, pieces, paid }, index): RefundedRow => {
    const start = passed.get(line) ?? 0
    passed.set(line, start + pieces)
    const within = (count: number) => Math.min(Math.max(count - start, 0), pieces)
    const before = piecesOf(order.refunded, line)
    const [from, to] = [within(before), within(before + piecesOf(claimed, line))]
    earlier += worthOfPieces(paid, pieces, 0, from)
    return {
      pieces: to - from,
      amount: worthOfPieces(paid, pieces, from, to - from),
      coins: worthOfPieces(coins[index] ?? 0, pieces, from, to - from),
    }
  })
  const all = [...delivered.keys()].every(
    (line) => piecesOf(order.refunded, line) + piecesOf(claimed, line) === delivered.get(line),
  )
  const completes = all && rows.some(({ pieces }) => pieces > 0)
  const charges = completes ? order.charges : 0
  const exact = rows.reduce((sum, { amount }) => sum + amount, charges)
  const bill = order.rows.reduce((sum, { paid }) => sum + paid, order.charges + order.roundOff)
  const left = Math.max(0, bill - earlier)
  const amount = completes ? left : Math.min(exact, left)
  return {
    rows,
    charges,
    roundOff: amount - exact,
    amount,
    coins: rows.reduce((sum, row) => sum + row.coins, 0),
    completes,
  }
}

/** How many pieces of each row are replaced, in the order of the rows. */
type ReplacedOrder = {
  rows: readonly Pick<DeliveredRow, 'line' | 'pieces'>[]
  /** Pieces that were refunded or replaced before. */
  decided: readonly ClaimedLine[]
}

/**
 * How many pieces of each row a replacement of `claimed` pieces brings again: those of a line follow the ones that were
 * refunded or replaced before, in the order of its rows.
 * @throws RangeError if more pieces of a line are replaced than were delivered
 */
export function replacedPieces({ rows, decided }: ReplacedOrder, claimed: readonly ClaimedLine[]): number[] {
  const delivered = deliveredPieces(rows)
  for (const { line } of claimed)
    if (piecesOf(decided, line) + piecesOf(claimed, line) > (delivered.get(line) ?? 0))
      throw new RangeError('More pieces are replaced than were delivered')
  const passed = new Map<number, number>()
  return rows.map(({ line, pieces }) => {
    const start = passed.get(line) ?? 0
    passed.set(line, start + pieces)
    const within = (count: number) => Math.min(Math.max(count - start, 0), pieces)
    const before = piecesOf(decided, line)
    return within(before + piecesOf(claimed, line)) - within(before)
  })
}

/** The pieces of a claim's line, and what was decided about them. */
export type ClaimLineState = { pieces: number; refunded: number; replaced: number; refused: number }

export const openPieces = ({ pieces, refunded, replaced, refused }: ClaimLineState) =>
  pieces - refunded - replaced - refused

/** The state of a claim with these lines. */
export function claimState(lines: readonly ClaimLineState[]): ClaimState {
  if (lines.some((line) => openPieces(line) > 0)) return 'open'
  if (lines.some(({ refunded }) => refunded > 0)) return 'refunded'
  return lines.some(({ replaced }) => replaced > 0) ? 'replaced' : 'refused'
}

/**
 * Why an order with refunded pieces cannot get a status; null if it can. It can only be canceled, which refunds what is
 * left: its invoice is credited in part, and refunded money is not charged again.
 */
export const refundedClaimRefusal = (from: string, to: string): string | null =>
  from === 'delivered' && to === 'canceled'
    ? null
    : from === 'canceled'
      ? 'Pieces of this order were refunded for a claim, so it stays canceled'
      : 'Pieces of this order were refunded for a claim. It can only be canceled'
