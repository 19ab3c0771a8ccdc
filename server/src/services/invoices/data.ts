import type { ZeroKind } from '@kirana/domain/gst'
import { isGstin } from '@kirana/domain/gstin'
import { documentTitle, type GstRegistration } from '@kirana/domain/invoice'
import type { Paise } from '@kirana/domain/money'
import { stateCode, stateCodeOfPincode, stateName, stateTaxName } from '@kirana/domain/states'
import {
  addsUp,
  type ChargeRate,
  type Rate,
  rowsOf,
  type Taxed,
  type TaxedLine,
  taxTable,
} from '@kirana/domain/tax'
import type { PaymentMethod, PaymentStatus } from '@kirana/domain/vocabulary'
import type { Seller } from '../../tables/invoices.ts'
import type { Address } from '../../tables/orders.ts'

type OrderedLine = {
  title: string
  /** The variant's quantity and unit: '500 GM'. */
  quantityText: string
  quantity: number
  /** Per unit, all taxes included. */
  price: Paise
  total: Paise
  /** Empty if unknown. */
  hsn: string
}

/**
 * The kind of a row at rate 0; absent at other rates. Also absent on invoices of earlier releases, where rate 0 counts
 * as nil-rated.
 */
type OfZeroKind = { zeroKind?: ZeroKind }

export type InvoiceLine = OrderedLine & TaxedLine & OfZeroKind
/** `parts` has one row for each rate; `sac` is empty if unknown. */
export type InvoiceCharge = { title: string; amount: Paise; sac: string; parts: (Taxed & OfZeroKind)[] }

type TaxNames = ['IGST'] | ['CGST', 'SGST' | 'UTGST']

type OrderFacts = {
  orderId: string
  /** ISO 8601. */
  orderedAt: string
  paymentMethod: PaymentMethod
  buyer: { fullName: string; phone: string }
  address: Address
  subtotal: Paise
  discount: Paise
  couponName: string
  referralDiscount: Paise
  /** The rounding to whole rupees, less than a rupee, negative if rounded down. Absent or 0: not rounded. */
  roundOff?: Paise
  total: Paise
}

/** An order with the rates in force on the day of its invoice. */
export type Supply = OrderFacts & {
  lines: (OrderedLine & { rate: Rate; zeroKind: ZeroKind })[]
  charges: { title: string; amount: Paise; sac: string; rate: ChargeRate }[]
  seller: Seller
  registration: GstRegistration
}

/**
 * The content of an invoice except seller, number and date. Stored as JSON when the invoice is issued, so that it never
 * changes. Any text may be empty.
 */
export type InvoiceDocument = OrderFacts & {
  title: string
  registration: GstRegistration
  /** `code` is the State's GST code; '' if unknown. */
  placeOfSupply: { code: string; name: string }
  /** Null if the document shows no tax. */
  taxNames: TaxNames | null
  lines: InvoiceLine[]
  charges: InvoiceCharge[]
}

/** The data for drawing an invoice or credit note. */
export type InvoiceData = InvoiceDocument & {
  number: string
  issuedAt: Date
  seller: Seller
  /** The current status; the only part of an invoice that is not stored with it. */
  paymentStatus: PaymentStatus
  /** The invoice that this credit note cancels; absent on invoices. */
  credits?: { number: string; issuedAt: Date; reason: string; withoutTax?: boolean }
  /** The claim and the claimed order of the replacement that this delivery challan is for; absent on invoices. */
  replaces?: { claim: number; order: string }
}

/** The GSTIN to print; '' if its check digit is wrong or if the company is unregistered. */
const printedGstin = ({ seller, registration }: Supply) => {
  const gstin = seller.gstin.trim()
  return registration !== 'unregistered' && isGstin(gstin) ? gstin : ''
}

/**
 * The place of supply is the state of delivery: the one in the address, otherwise that of its pincode. If neither is
 * known, it is the supplier's state.
 * @see IGST Act 2017, section 10(1)(a)
 */
function placeOf({ state, pincode }: Address, ownCode: string | null) {
  const named = stateCode(state)
  if (named !== null) return { code: named, name: state }
  const code = stateCodeOfPincode(pincode) ?? ownCode
  return code === null ? { code: '', name: state } : { code, name: stateName(code) ?? '' }
}

/** The rates of all rows that are not free, so that free delivery does not turn exempt goods into a taxable supply. */
function chargedRates(rows: readonly Taxed[]): Rate[] {
  const paid = rows.filter((row) => row.paid > 0)
  return (paid.length > 0 ? paid : rows).map(({ rate }) => rate)
}

/**
 * The kind of the parts of charges at rate 0: the kind with the highest value among the goods at rate 0, on a tie the
 * earlier one; nil-rated if there are no such goods.
 */
function zeroKindOfCharges(lines: readonly { total: Paise; rate: Rate; zeroKind: ZeroKind }[]): ZeroKind {
  const values = new Map<ZeroKind, Paise>()
  for (const { total, rate, zeroKind } of lines)
    if (rate === 0) values.set(zeroKind, (values.get(zeroKind) ?? 0) + total)
  const [highest] = [...values].toSorted(([, a], [, b]) => b - a)
  return highest?.[0] ?? 'nil'
}

const withZeroKind = <Row extends Taxed>(row: Row, zeroKind: ZeroKind): Row & OfZeroKind =>
  row.rate === 0 ? { ...row, zeroKind } : row

/**
 * The content of an order's invoice. The title depends on the rates of its lines.
 * @throws Error if rows and columns of the tax table do not add up
 * @see CGST Rules 2017, rules 46, 46A and 49
 */
export function documentOf(supply: Supply): { seller: Seller; document: InvoiceDocument } {
  const { lines, charges, seller, registration, roundOff = 0, ...order } = supply
  const gstin = printedGstin(supply)
  const taxes = registration === 'regular' && gstin !== ''
  const code = gstin.slice(0, 2)
  const ownCode = stateName(code) === null ? null : code
  const placeOfSupply = placeOf(order.address, ownCode)
  const isInterState = ownCode !== null && placeOfSupply.code !== ownCode

  const table = taxTable({
    lines: lines.map(({ total, rate }) => ({ total, rate: taxes ? rate : null })),
    charges: charges.map(({ amount, rate }) => ({ amount, rate: taxes ? rate : null })),
    discount: order.discount + order.referralDiscount,
    isInterState,
  })
  const rates = chargedRates(rowsOf(table))
  const hasTaxes = rates.some((rate) => rate !== null && rate > 0)
  const title = documentTitle(registration, gstin !== '', rates)
  const document: InvoiceDocument = {
    ...order,
    ...(roundOff !== 0 && { roundOff }),
    title,
    registration,
    placeOfSupply,
    taxNames: !hasTaxes ? null : isInterState ? ['IGST'] : ['CGST', stateTaxName(placeOfSupply.code)],
    lines: lines.map(({ rate: _, zeroKind, ...line }, index) => ({
      ...line,
      ...withZeroKind(requireTaxed(table.lines[index]), zeroKind),
    })),
    charges: charges.map(({ rate, ...charge }, index) => ({
      ...charge,
      parts: (table.charges[index] ?? []).map((part) =>
        withZeroKind(part, rate === 'goods' ? zeroKindOfCharges(lines) : 'nil'),
      ),
    })),
  }
  assertAddsUp(document)
  return { seller: { ...seller, gstin }, document }
}

function requireTaxed(line: TaxedLine | undefined): TaxedLine {
  if (line === undefined) throw new Error('A line has no tax')
  return line
}

/** @throws Error if an amount is not in whole paise or the document does not add up */
export function assertAddsUp(document: InvoiceDocument): void {
  const { lines, charges, subtotal, discount, referralDiscount, roundOff = 0, total } = document
  const must = (isTrue: boolean, what: string) => {
    if (!isTrue) throw new Error(`The invoice of ${document.orderId} does not add up: ${what}`)
  }
  const isAmount = (amount: number) => Number.isSafeInteger(amount) && amount >= 0

  must(lines.length > 0, 'no lines')
  for (const [index, line] of lines.entries()) {
    must(
      isAmount(line.price) && Number.isSafeInteger(line.quantity) && line.quantity > 0,
      `line ${index + 1}`,
    )
    must(line.price * line.quantity === line.total && isAmount(line.total), `line ${index + 1}`)
    must(line.paid + line.discount === line.total && isAmount(line.discount), `discount of line ${index + 1}`)
  }
  must(lines.reduce((sum, line) => sum + line.total, 0) === subtotal, 'the subtotal')
  must(isAmount(discount) && isAmount(referralDiscount), 'the discounts')
  const shares = lines.reduce((sum, line) => sum + line.discount, 0)
  must(shares === discount + referralDiscount, 'the discounts')
  for (const { amount, parts } of charges)
    must(isAmount(amount) && parts.reduce((sum, { paid }) => sum + paid, 0) === amount, 'the charges')
  must(Number.isInteger(roundOff) && Math.abs(roundOff) < 100, 'the rounding')
  const added = charges.reduce((sum, charge) => sum + charge.amount, 0)
  must(isAmount(total), 'the total')
  must(subtotal - discount - referralDiscount + added + roundOff === total, 'the total')
  must(addsUp(rowsOf({ lines, charges: charges.map(({ parts }) => parts) }), total - roundOff), 'the tax')
}

/** The content of an invoice of an earlier release: without tax, and with the GSTIN as it was entered. */
export function earlierDocument(supply: Supply): InvoiceDocument {
  const { lines, charges, seller, registration, ...order } = supply
  const table = taxTable({
    lines: lines.map(({ total }) => ({ total, rate: null })),
    charges: charges.map(({ amount }) => ({ amount, rate: null })),
    discount: order.discount + order.referralDiscount,
    isInterState: false,
  })
  return {
    ...order,
    title: seller.gstin.trim() === '' ? 'Invoice' : 'Tax Invoice',
    registration,
    placeOfSupply: { code: stateCode(order.address.state) ?? '', name: order.address.state },
    taxNames: null,
    lines: lines.map(({ rate: _, zeroKind: _kind, ...line }, index) => ({
      ...line,
      hsn: '',
      ...requireTaxed(table.lines[index]),
    })),
    charges: charges.map(({ title, amount }, index) => ({
      title,
      amount,
      sac: '',
      parts: table.charges[index] ?? [],
    })),
  }
}
