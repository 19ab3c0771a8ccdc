import type { BasisPoints, Paise } from '@kirana/domain/money'
import type { PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'

export type InvoiceLine = {
  title: string
  /** The variant's quantity and unit: '500 GM'. */
  quantityText: string
  quantity: number
  /** Per unit, all taxes included. */
  price: Paise
  total: Paise
  /** Empty if unknown. */
  hsn: string
  /** Null if unknown; 0 is a known rate. */
  taxRate: BasisPoints | null
}

/** The content of an invoice: what CGST rule 46 requires, as far as the store knows it. Any text may be empty. */
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
  /** The rounding to whole rupees, less than a rupee, negative if rounded down. Absent or 0: not rounded. */
  roundOff?: Paise
  total: Paise
}

/** @throws Error when an amount is not in whole paise or the invoice does not add up */
export function assertAddsUp(invoice: InvoiceData): void {
  const { lines, charges, subtotal, discount, referralDiscount, roundOff = 0, total } = invoice
  const must = (isTrue: boolean, what: string) => {
    if (!isTrue) throw new Error(`Invoice ${invoice.number}: ${what}`)
  }
  const isAmount = (amount: number) => Number.isSafeInteger(amount) && amount >= 0

  must(lines.length > 0, 'no lines')
  for (const [index, line] of lines.entries()) {
    must(
      isAmount(line.price) && Number.isSafeInteger(line.quantity) && line.quantity > 0,
      `line ${index + 1}`,
    )
    must(
      line.price * line.quantity === line.total && isAmount(line.total),
      `line ${index + 1} does not add up`,
    )
    must(line.taxRate === null || isAmount(line.taxRate), `tax rate of line ${index + 1}`)
  }
  must(lines.reduce((sum, line) => sum + line.total, 0) === subtotal, 'lines are not the subtotal')
  must(isAmount(discount) && isAmount(referralDiscount), 'discounts')
  must(discount + referralDiscount <= subtotal, 'discounts exceed the subtotal')
  must(
    charges.every((charge) => isAmount(charge.amount)),
    'charges',
  )
  must(Number.isInteger(roundOff) && Math.abs(roundOff) < 100, 'round off')
  const added = charges.reduce((sum, charge) => sum + charge.amount, 0)
  must(isAmount(total), 'total')
  must(subtotal - discount - referralDiscount + added + roundOff === total, 'the total does not add up')
}
