import type { BasisPoints, Paise } from '@kirana/domain/money'
import type { PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'

export type InvoiceLine = {
  title: string
  /** The variant as people say it: '500 GM'. */
  quantityText: string
  quantity: number
  /** One unit, all taxes included. */
  price: Paise
  total: Paise
  /** Empty where it is not known. */
  hsn: string
  /** Null where it is not known; 0 is a known rate. */
  taxRate: BasisPoints | null
}

/** All that an invoice says: what CGST rule 46 asks for, as far as the store knows it. Any text may be empty. */
export type InvoiceData = {
  number: string
  issuedAt: Date
  orderId: string
  orderedAt: Date
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  seller: { name: string; address: string; gstin: string; email: string; contact: string; website: string }
  buyer: { fullName: string; phone: string }
  address: {
    fullName: string
    phone: string
    houseNo: string
    landmark: string
    street: string
    pincode: string
    city: string
    state: string
  }
  lines: InvoiceLine[]
  subtotal: Paise
  discount: Paise
  couponName: string
  referralDiscount: Paise
  charges: { title: string; amount: Paise }[]
  /** What rounding to whole rupees added (or, below zero, took): less than a rupee. Absent or 0: not rounded. */
  roundOff?: Paise
  total: Paise
}

/**
 * A wrong invoice must not leave the house.
 * @throws Error when an amount is no whole paise or the invoice does not add up
 */
export function assertAddsUp(invoice: InvoiceData): void {
  const { lines, charges, subtotal, discount, referralDiscount, roundOff = 0, total } = invoice
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`Invoice ${invoice.number}: ${what}`)
  }
  const counts = (amount: number) => Number.isSafeInteger(amount) && amount >= 0

  must(lines.length > 0, 'no lines')
  for (const [index, line] of lines.entries()) {
    must(counts(line.price) && Number.isSafeInteger(line.quantity) && line.quantity > 0, `line ${index + 1}`)
    must(line.price * line.quantity === line.total && counts(line.total), `line ${index + 1} does not add up`)
    must(line.taxRate === null || counts(line.taxRate), `tax rate of line ${index + 1}`)
  }
  must(lines.reduce((sum, line) => sum + line.total, 0) === subtotal, 'lines are not the subtotal')
  must(counts(discount) && counts(referralDiscount), 'discounts')
  must(discount + referralDiscount <= subtotal, 'discounts exceed the subtotal')
  must(
    charges.every((charge) => counts(charge.amount)),
    'charges',
  )
  must(Number.isInteger(roundOff) && Math.abs(roundOff) < 100, 'round off')
  const added = charges.reduce((sum, charge) => sum + charge.amount, 0)
  must(counts(total), 'total')
  must(subtotal - discount - referralDiscount + added + roundOff === total, 'the total does not add up')
}
