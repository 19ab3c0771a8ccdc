import type { StockRow } from '@kirana/contract/stock'
import { expiryDoubt, readExpiry } from '@kirana/domain/expiry'
import { MAX_STOCK } from '@kirana/domain/stock'

/** A line with its typed values. `isSure`: the user has confirmed an expiry date in the past. */
export type DraftLine = {
  key: string
  variantId: string
  title: string
  pack: string
  image: string
  quantity: string
  expiry: string
  cost: string
  isSure: boolean
}

/**
 * The sent receipt with its idempotency key. `at`: time of the first attempt, in ms since 1970; absent in drafts of
 * earlier releases.
 */
export type SentReceipt = { input: string; key: string; at?: number }

/**
 * A receipt that is being entered. If `sent` is set, it has no final response and may have been received, so it must
 * not be changed.
 */
export type Draft = {
  supplier: string
  billNumber: string
  lines: readonly DraftLine[]
  sent: SentReceipt | null
}

export const emptyDraft: Draft = { supplier: '', billNumber: '', lines: [], sent: null }

export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines)

export const isEmpty = ({ supplier, billNumber, lines }: Draft) =>
  supplier === '' && billNumber === '' && lines.length === 0

const lineOf = ({ variantId, title, productQuantity: pack, image }: StockRow): DraftLine => ({
  key: crypto.randomUUID(),
  variantId,
  title,
  pack,
  image,
  quantity: '1',
  expiry: '',
  cost: '',
  isSure: false,
})

/** Adds a piece of a variant: one more on its last line, or a new line. Returns the line's key, too. */
export function withPiece(draft: Draft, row: StockRow): { draft: Draft; key: string } {
  const last = draft.lines.findLast(({ variantId }) => variantId === row.variantId)
  if (!last) {
    const line = lineOf(row)
    return { draft: { ...draft, lines: [...draft.lines, line] }, key: line.key }
  }
  const quantity = String(Math.min((Number(last.quantity) || 0) + 1, MAX_STOCK))
  return { draft: changeLine(draft, last.key, { quantity }), key: last.key }
}

/** Adds a second line of the same variant, for pieces with another expiry date. */
export function withOtherExpiry(draft: Draft, line: DraftLine): { draft: Draft; key: string } {
  const other = { ...line, key: crypto.randomUUID(), quantity: '', expiry: '', isSure: false }
  const at = draft.lines.findIndex(({ key }) => key === line.key) + 1
  return { draft: { ...draft, lines: draft.lines.toSpliced(at, 0, other) }, key: other.key }
}

export const changeLine = (draft: Draft, key: string, change: Partial<DraftLine>): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
})

export const withoutLine = (draft: Draft, key: string): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
})

/** Why a line cannot be saved, and the field. `question`: the user can confirm the value instead. */
export type LineProblem = { field: 'quantity' | 'expiry' | 'cost'; message: string; question?: true }

export function problemOf({ quantity, expiry, cost, isSure }: DraftLine, today: string): LineProblem | null {
  const pieces = Number(quantity)
  if (!/^\d+$/.test(quantity.trim()) || pieces < 1 || pieces > MAX_STOCK)
    return { field: 'quantity', message: 'Enter how many pieces came' }
  const day = readExpiry(expiry)
  if (day === null) return { field: 'expiry', message: 'Enter a day such as 311226, or a month such as 1226' }
  const doubt = day === '' ? null : expiryDoubt(day, today)
  if (doubt === 'far') return { field: 'expiry', message: 'This is more than 10 years ahead. Check the date' }
  if (doubt === 'past' && !isSure)
    return { field: 'expiry', message: 'This day has passed. Have these pieces expired?', question: true }
  if (cost.trim() !== '' && !/^\d+(\.\d{1,2})?$/.test(cost.trim()))
    return { field: 'cost', message: 'Enter rupees, such as 40.50' }
  return null
}

/** The receipt in the format of the call. The lines must have no problems. */
export const sentReceipt = ({ supplier, billNumber, lines }: Draft) => ({
  supplier: supplier.trim(),
  billNumber: billNumber.trim(),
  items: lines.map(({ variantId, quantity, expiry, cost }) => ({
    variantId,
    quantity: Number(quantity),
    expiry: readExpiry(expiry) ?? '',
    cost: cost.trim(),
  })),
})

/**
 * The server deletes a key after two days. To be safe, a key counts as old after one day, because the receipt could
 * then be received twice.
 */
const KEY_LASTS_MS = 24 * 60 * 60_000

export const isKeyOld = ({ at = 0 }: SentReceipt, now: number) => now - at > KEY_LASTS_MS
