import { formatRupees, type Paise } from './money.ts'

/** Whether `text` is the UTR of a UPI payment: 12 digits. */
export const isUpiUtr = (text: string): boolean => /^\d{12}$/.test(text)

/** The message for any other text. */
export const UPI_UTR_INVALID = 'A UTR of UPI has 12 digits'

/** '160.00', as UPI links and statements write an amount. */
const plainAmount = (amount: Paise) => formatRupees(amount).replaceAll(/[₹,]/g, '')

/**
 * The link behind a QR code of UPI: the app of the payer opens with the payee, the exact amount and a note (NPCI, UPI
 * linking specification).
 */
export function upiLink({
  upiId,
  name,
  amount,
  note,
}: {
  upiId: string
  name: string
  amount: Paise
  note: string
}): string {
  const fields = { pa: upiId, pn: name, am: plainAmount(amount), cu: 'INR', tn: note }
  const query = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&')}`
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The day (YYYY-MM-DD) of a cell of an Indian bank statement: 2026-11-26, 26/11/2026, 26-11-26, 26 Nov 2026, each also with a time
 * behind it; null for anything else.
 */
export function statementDay(cell: string): string | null {
  const text = cell.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})\b/.exec(text)
  const other = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3})[A-Za-z]*[-/. ](\d{4}|\d{2})\b/.exec(text)
  const [year = '', month = '', day = ''] = iso?.slice(1) ?? other?.slice(1).toReversed() ?? []
  const named = months.indexOf(month.toLowerCase()) + 1
  const [y, m, d] = [Number(year) + (year.length === 2 ? 2000 : 0), named || Number(month), Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  const isReal = year !== '' && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal ? date.toISOString().slice(0, 10) : null
}

/**
 * 160,00 and 1.234,50. A comma before the last one or two digits is a decimal mark, because the last group of digits of a
 * whole number has three.
 */
const decimalComma = /^\+?(?:\d{1,10}|\d{1,3}(?:\.\d{2,3})+),\d{1,2}$/

/**
 * What a cell of a statement credits, in paise: '₹1,234.50', '160,00', '160.00 Cr'; null for a debit, a blank or anything
 * else.
 */
export function statementAmount(cell: string): Paise | null {
  const text = cell.replaceAll(/[₹\s]|INR|Rs\.?/gi, '').replace(/\(?cr\.?\)?$/i, '')
  const plain = decimalComma.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replaceAll(',', '')
  const [, rupees = '', paise = ''] = /^\+?(\d{1,10})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  const amount = Number(rupees) * 100 + Number(paise.padEnd(2, '0'))
  return rupees !== '' && amount > 0 ? amount : null
}

/** Whether a cell of a statement says 'CR', 'Deposit' or the like, or 'Dr.', 'Debit' or the like; null for other texts. */
export function statementSide(cell: string): 'credit' | 'debit' | null {
  const [, credit, debit] =
    /^\W*(?:(c|cr|credit|credited|deposit)|(d|dr|debit|debited|withdrawal))\W*$/i.exec(cell) ?? []
  return credit ? 'credit' : debit ? 'debit' : null
}

/** A credit of a statement. `text` has the UTR, alone or among other words; `day` is YYYY-MM-DD. */
export type Credit = { row: number; day: string; text: string; amount: Paise }
/** A UPI payment at the door; `day` is when it was entered, YYYY-MM-DD. */
export type DoorPayment = { id: string; utr: string; amount: Paise; day: string; isUnverified: boolean }

/** The numbers of 12 digits in the text of a credit: one of them is its UTR. */
export const utrsIn = (text: string): string[] => text.match(/(?<!\d)\d{12}(?!\d)/g) ?? []

const fits = (credit: Credit, { amount, day }: DoorPayment) =>
  amount === credit.amount && Date.parse(credit.day) >= Date.parse(day) - DAY_MS

/**
 * Pairs the credits of a statement with the unverified payments that they prove, one to one: the same UTR and amount, and
 * not dated more than a day before the payment was entered. A credit that fits a payment that was already verified or
 * voided, or that an earlier row proved, belongs to it, and proves no other payment whose number its text contains. A
 * row with the UTR of one of the store's `payouts` proves nothing: it is the payout, or its return by the bank.
 * `other` has rows with the UTR of an unverified payment that do not fit it, or that name a payout.
 */
export function matchStatement(
  credits: readonly Credit[],
  payments: readonly DoorPayment[],
  payouts: ReadonlySet<string> = new Set(),
) {
  const byUtr = new Map(payments.map((payment) => [payment.utr, payment]))
  const settled = new Set(payments.filter(({ isUnverified }) => !isUnverified).map(({ id }) => id))
  const matched: { credit: Credit; payment: DoorPayment }[] = []
  const other: { credit: Credit; payment: DoorPayment; isPayout: boolean }[] = []
  for (const credit of credits) {
    const utrs = utrsIn(credit.text)
    const isPayout = utrs.some((utr) => payouts.has(utr))
    const named = utrs.flatMap((utr) => byUtr.get(utr) ?? [])
    const fitting = isPayout ? [] : named.filter((payment) => fits(credit, payment))
    if (fitting.some(({ id }) => settled.has(id))) continue
    const [proven] = fitting
    const [unfit] = named.filter(({ id }) => !settled.has(id))
    if (proven) {
      settled.add(proven.id)
      matched.push({ credit, payment: proven })
    } else if (unfit) other.push({ credit, payment: unfit, isPayout })
  }
  return { matched, other: other.filter(({ payment }) => !settled.has(payment.id)) }
}

const DAY_MS = 86_400_000
