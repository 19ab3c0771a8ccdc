import { expect, test } from 'vitest'
import { claimRefund, type ClaimedLine, type DeliveredRow } from './claims.ts'
import { creditAmounts, type CreditedRow } from './credit.ts'
import { roundOffOf } from './money.ts'
import { type Taxed, taxTable } from './tax.ts'
import { longTimeout } from './testing.ts'

/**
 * Random orders with discounts, rates and charges, whose pieces are claimed in random portions, against an oracle that
 * computes with BigInt and shares no code with the rules. `LINES=1000000` for the long run, `RANDOM_SEED=1` for new values.
 */
const LINES = Number(process.env['LINES'] ?? 3_000)

/** A small generator of random numbers (mulberry32): fast-check would take an hour for a million lines. */
function randoms(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { below: (n: number) => Math.floor(next() * n) }
}
type Random = ReturnType<typeof randoms>

const halfUp = (a: bigint, b: bigint) => {
  const rest = a % b
  return a / b + (2n * rest >= b ? 1n : 0n)
}

/** R(n) of the claims document. */
const worthOfFirst = (paid: bigint, pieces: bigint, n: bigint) => halfUp(paid * n, pieces)

/** Splits a discount: shares are rounded down, and the rest goes to the largest remainders, earlier ones first. */
function sharesOf(amount: bigint, values: readonly bigint[]) {
  const all = values.reduce((sum, value) => sum + value, 0n)
  if (all === 0n) return values.map((_, i) => (i === 0 ? amount : 0n))
  const shares = values.map((value) => (amount * value) / all)
  let left = amount - shares.reduce((sum, share) => sum + share, 0n)
  const order = values
    .map((value, i) => ({ i, rest: (amount * value) % all }))
    .toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))
  for (const { i } of order) {
    if (left === 0n) break
    shares[i] = (shares[i] ?? 0n) + 1n
    left--
  }
  return shares
}

const rates = [0, 25, 300, 500, 1_800, 4_000, null]

function randomOrder({ below }: Random) {
  const count = 1 + below(6)
  const lines = Array.from({ length: count }, (_, i) => {
    const pieces = 1 + below(8)
    return {
      // Some lines have a second row: a swap.
      line: i > 0 && below(5) === 0 ? i : i + 1,
      pieces,
      total: pieces * (below(4) === 0 ? below(20) : below(100_000)),
      rate: rates[below(rates.length)] ?? null,
    }
  })
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  const discount = below(3) === 0 ? 0 : below(subtotal + 1)
  const charges = below(2) === 0 ? [] : [{ amount: below(5_000), rate: 1_800 }]
  const exact = charges.reduce((sum, { amount }) => sum + amount, subtotal - discount)
  const roundOff = below(2) === 0 ? 0 : roundOffOf(exact)
  return { lines, discount, charges, roundOff, isInterState: below(3) === 0 }
}

const columns = ['paid', 'taxable', 'cgst', 'sgst', 'igst'] as const
const sumOf = (notes: readonly (readonly CreditedRow[])[], row: number, column: (typeof columns)[number]) =>
  notes.reduce((sum, note) => sum + BigInt(note[row]?.[column] ?? 0), 0n)

/** The invoice of an order as the rules make it, beside what the oracle says was paid for its lines. */
function invoiceOf({ lines, discount, charges, isInterState }: ReturnType<typeof randomOrder>) {
  const table = taxTable({ lines, charges, discount, isInterState })
  const shares = sharesOf(
    BigInt(discount),
    lines.map(({ total }) => BigInt(total)),
  )
  const paid = lines.map(({ total }, i) => BigInt(total) - (shares[i] ?? 0n))
  const rows: DeliveredRow[] = lines.map(({ line, pieces }, i) => ({
    line,
    pieces,
    paid: table.lines[i]?.paid ?? -1,
    coins: 0,
  }))
  return { rows, paid, rowsOfTax: [...table.lines, ...table.charges.flat()], isInterState }
}
type Invoice = ReturnType<typeof invoiceOf>

type Check = (isRight: boolean, what: string) => void

/** What `pieces` of a line are worth by the oracle after `before` of them, for each row of the bill. */
function worthOfRows({ rows, paid }: Invoice, line: number, [before, pieces]: [bigint, bigint]) {
  let start = 0n
  return rows.map((row, i) => {
    if (row.line !== line) return 0n
    const [all, first] = [BigInt(row.pieces), start]
    const within = (n: bigint) => (n < first ? 0n : n > first + all ? all : n - first)
    start += all
    const upTo = (n: bigint) => worthOfFirst(paid[i] ?? 0n, all, within(n))
    return upTo(before + pieces) - upTo(before)
  })
}

/** Checks the last credit note. */
function checkNote(
  notes: readonly (readonly CreditedRow[])[],
  { rowsOfTax, wanted }: { rowsOfTax: readonly Taxed[]; wanted: readonly number[] },
  check: Check,
) {
  for (const [i, row] of (notes.at(-1) ?? []).entries()) {
    const billed = rowsOfTax[i]
    const sum = row.taxable + row.cgst + row.sgst + row.igst
    check(row.paid === wanted[i], `paid of row ${i}`)
    check(sum === (billed?.rate === null ? 0 : row.paid), `sum of row ${i}`)
    for (const column of columns) {
      check(row[column] >= 0, `negative ${column} of row ${i}`)
      check(sumOf(notes, i, column) <= BigInt(billed?.[column] ?? 0), `${column} of row ${i}`)
    }
  }
}

/**
 * Claims all pieces of a random order. Collects the differences, because a million calls of `expect` would take
 * minutes.
 */
function checkOrder(random: Random, wrong: string[]) {
  const order = randomOrder(random)
  const check: Check = (isRight, what) => {
    if (!isRight) wrong.push(`${what}: ${JSON.stringify(order)}`)
  }
  const invoice = invoiceOf(order)
  const { rows, paid, rowsOfTax, isInterState } = invoice
  for (const [i, row] of rows.entries()) check(BigInt(row.paid) === paid[i], `paid for line ${i}`)
  const charges = order.charges.reduce((sum, { amount }) => sum + amount, 0)
  const left = new Map<number, number>()
  for (const { line, pieces } of rows) left.set(line, (left.get(line) ?? 0) + pieces)
  const refunded: ClaimedLine[] = []
  const notes: CreditedRow[][] = []
  const total = paid.reduce((sum, amount) => sum + amount, BigInt(charges + order.roundOff))
  let money = 0n
  while (left.size > 0) {
    const open = [...left.keys()]
    const line = open[random.below(open.length)] ?? 0
    const most = left.get(line) ?? 0
    const pieces = 1 + random.below(most)
    const refund = claimRefund(
      { rows, charges, roundOff: order.roundOff, coins: 0, coinsTaken: 0, refunded },
      [{ line, pieces }],
    )
    const before = refunded.reduce((sum, one) => (one.line === line ? sum + one.pieces : sum), 0)
    const worth = worthOfRows(invoice, line, [BigInt(before), BigInt(pieces)])
    for (const [i, amount] of worth.entries())
      check(BigInt(refund.rows[i]?.amount ?? -1) === amount, `refund of row ${i}`)
    money += BigInt(refund.amount)
    const wanted = rowsOfTax.map(({ paid: whole }, i) =>
      i < rows.length ? (refund.rows[i]?.amount ?? 0) : refund.charges > 0 ? whole : 0,
    )
    check(money <= total, 'never more than the bill')
    if (wanted.some((amount) => amount > 0)) {
      notes.push(creditAmounts({ rows: rowsOfTax, isInterState }, notes, wanted))
      checkNote(notes, { rowsOfTax, wanted }, check)
    }
    refunded.push({ line, pieces })
    if (most > pieces) left.set(line, most - pieces)
    else left.delete(line)
  }
  check(money === total, 'all pieces give back what was paid')
  for (const [i, row] of rowsOfTax.entries())
    for (const column of columns)
      check(sumOf(notes, i, column) === BigInt(row[column]), `${column} in the end`)
  return rows.length
}

test(
  'refunds and credit notes of random lines, discounts, rates and claims equal an oracle in BigInt',
  longTimeout,
  () => {
    const seed = process.env['RANDOM_SEED'] ? Date.now() % 2 ** 31 : 1
    const random = randoms(seed)
    const wrong: string[] = []
    for (let lines = 0; lines < LINES && wrong.length === 0;) lines += checkOrder(random, wrong)
    expect(wrong, `seed ${seed}`).toEqual([])
  },
)
