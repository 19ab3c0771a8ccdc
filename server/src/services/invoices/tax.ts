import type { BasisPoints, Paise } from '@kirana/domain/money'
import type { InvoiceData } from './data.ts'

/** GST state codes (CBIC): the first two digits of a GSTIN. */
const states: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
}
/** Union territories without a legislature, where UTGST replaces SGST. */
const unionTerritories = new Set(['04', '26', '31', '35', '38'])

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')
const codes = new Map(Object.entries(states).map(([code, name]) => [plain(name), code]))

/** '27' for 'maharashtra'; null for an unknown state. */
export const stateCode = (name: string): string | null => codes.get(plain(name)) ?? null

export type TaxRow = {
  hsn: string
  rate: BasisPoints
  taxable: Paise
  /** The amount of each tax in `names`. */
  each: Paise
}
export type Tax = { names: readonly ['IGST'] | readonly ['CGST', 'SGST' | 'UTGST']; rows: TaxRow[] }

/** round(whole × part / of), halves up, exact for large numbers. */
function ratio(whole: number, part: number, of: number): number {
  if (of === 0) return 0
  return Number((2n * BigInt(whole) * BigInt(part) + BigInt(of)) / (2n * BigInt(of)))
}

/**
 * The tax (paise) included in the prices, by HSN and rate. Discounts shown on the invoice lower the taxable value and are
 * spread over all lines by value. Supply into another state bears IGST; an unknown state counts as the supplier's own.
 * Null for a supplier without a GSTIN, who may not collect tax, and when no rate is known.
 * @see CGST Act, section 15(3)
 */
export function taxInside(invoice: InvoiceData): Tax | null {
  const gstin = invoice.seller.gstin.trim()
  if (gstin === '') return null

  const own = gstin.slice(0, 2)
  const place = stateCode(invoice.address.state) ?? own
  const names =
    own in states && place !== own
      ? (['IGST'] as const)
      : (['CGST', unionTerritories.has(place) ? 'UTGST' : 'SGST'] as const)

  const discount = invoice.discount + invoice.referralDiscount
  const groups = new Map<string, { hsn: string; rate: BasisPoints; value: Paise }>()
  let before = 0
  for (const line of invoice.lines) {
    const upTo = before + line.total
    // Differences of a rounded running share add up to the discount to the paisa.
    const share = ratio(discount, upTo, invoice.subtotal) - ratio(discount, before, invoice.subtotal)
    before = upTo
    if (line.taxRate === null) continue
    const key = `${line.taxRate} ${line.hsn.trim()}`
    const group = groups.get(key) ?? { hsn: line.hsn.trim(), rate: line.taxRate, value: 0 }
    group.value += line.total - share
    groups.set(key, group)
  }
  if (groups.size === 0) return null

  const rows = [...groups.values()].map(({ hsn, rate, value }) => {
    const each = ratio(value, rate, names.length * (10_000 + rate))
    return { hsn, rate, taxable: value - names.length * each, each }
  })
  return { names, rows }
}
