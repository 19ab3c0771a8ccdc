import { addDays } from './calendar.ts'
import type { Paise } from './money.ts'
import { type Unit, units } from './vocabulary.ts'

/** The tax categories of products with rate 0. Table 8 of GSTR-1 lists them separately. */
export const zeroKinds = ['nil', 'exempt', 'nonGst'] as const
export type ZeroKind = (typeof zeroKinds)[number]

/** How often a company files GSTR-1; by quarter in the QRMP scheme. */
export const gstPeriods = ['month', 'quarter'] as const
export type GstPeriod = (typeof gstPeriods)[number]

/** The months ('2026-11') that the return with this month covers, in order: quarters begin in January, April, July, October. */
export function returnMonths(period: GstPeriod, month: string): [string, ...string[]] {
  if (period === 'month') return [month]
  const first = Math.floor((Number(month.slice(5)) - 1) / 3) * 3 + 1
  const nth = (n: number) => `${month.slice(0, 5)}${String(first + n).padStart(2, '0')}`
  return [nth(0), nth(1), nth(2)]
}

/**
 * Whether a company can switch to quarterly filing on `today` ('2026-11-25'): not while the current quarter, or the previous
 * one, whose return is due now, is partly filed by month, because the quarterly return would report those months again.
 * `isFiled`: whether a month is filed.
 */
export function canFileByQuarter(today: string, isFiled: (month: string) => boolean): boolean {
  const now = returnMonths('quarter', today.slice(0, 7))
  const before = returnMonths('quarter', addDays(`${now[0]}-01`, -1).slice(0, 7))
  return [now, before].every((months) => months.every(isFiled) || !months.some(isFiled))
}

/**
 * `large`: between States, on an invoice above ₹1,00,000, which is reported separately. Database triggers set it
 * (`supply_kind`).
 * @see CGST Rules 2017, rule 59(4), as amended by Notification 12/2024
 */
export const supplyKinds = ['intra', 'inter', 'large'] as const
export type SupplyKind = (typeof supplyKinds)[number]

/** Unit quantity codes of the GST portal. Milligrams have none. */
const unitCodes: Record<Unit, string> = {
  GM: 'GMS',
  MG: 'OTH',
  Kilo: 'KGS',
  ML: 'MLT',
  L: 'LTR',
  PCS: 'PCS',
  Box: 'BOX',
  Cartoon: 'CTN',
  Bottles: 'BTL',
  Combo: 'SET',
}

const isUnit = (unit: string): unit is Unit => units.some((known) => known === unit)

/** Services (SAC, chapter 99) have no quantity. */
export const isService = (hsn: string) => hsn.startsWith('99')

/** The unit quantity code of a row: 'NA' for services, 'OTH' for a unit that is unknown. */
export const unitCode = (unit: string, hsn: string): string =>
  isService(hsn) ? 'NA' : isUnit(unit) ? unitCodes[unit] : 'OTH'

type Amounts = {
  paid: Paise
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
}

/** Rows of documents added up: those of notes are negative, so that sums are net. */
export type TaxGroup = Amounts & {
  supply: SupplyKind
  /** GST code of the State; '' if unknown. */
  place: string
  /** Basis points; null if unknown. */
  rate: number | null
  /** Null unless the rate is 0. */
  zeroKind: ZeroKind | null
  /** HSN or SAC; '' if unknown. */
  hsn: string
  /** Of the pack: 'GM'; '' for charges. */
  unit: string
  /** Thousandths of the unit. */
  quantity: number
}

type Known = TaxGroup & { rate: number }

/** Adds groups up by a key, in the order of the keys; each sum has the other fields of one of its groups. */
function addedBy<Group extends TaxGroup>(groups: readonly Group[], keyOf: (group: Group) => string): Group[] {
  const sums = new Map<string, Group>()
  for (const group of groups) {
    const key = keyOf(group)
    const sum = sums.get(key)
    sums.set(key, sum ? added(sum, group) : group)
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

const added = <Group extends TaxGroup>(a: Group, b: Group): Group => ({
  ...a,
  quantity: a.quantity + b.quantity,
  paid: a.paid + b.paid,
  taxable: a.taxable + b.taxable,
  cgst: a.cgst + b.cgst,
  sgst: a.sgst + b.sgst,
  igst: a.igst + b.igst,
})

const byNumber = (value: number) => String(value).padStart(6, '0')

const isEmpty = ({ paid, taxable, cgst, sgst, igst }: Amounts) =>
  paid === 0 && taxable === 0 && cgst === 0 && sgst === 0 && igst === 0

/** Table 8: supplies without tax to consumers, separately by kind, within and between States. */
function zeroTable(groups: readonly Known[]) {
  const sum = (isInterState: boolean, kind: ZeroKind) =>
    groups
      .filter(({ supply, zeroKind }) => (supply !== 'intra') === isInterState && zeroKind === kind)
      .reduce((total, { taxable }) => total + taxable, 0)
  return [true, false]
    .map((isInterState) => ({
      isInterState,
      nil: sum(isInterState, 'nil'),
      exempt: sum(isInterState, 'exempt'),
      nonGst: sum(isInterState, 'nonGst'),
    }))
    .filter(({ nil, exempt, nonGst }) => nil !== 0 || exempt !== 0 || nonGst !== 0)
}

/**
 * The tables of a month that are sums, from its rows: by rate and place; table 7 (B2CS: taxable supplies except those
 * of large invoices) by rate and place, separately within and between States; table 8 (without tax) and table 12 (HSN).
 * Rows at an unknown rate are in none.
 */
export function gstTables(groups: readonly TaxGroup[]) {
  const known = groups.filter((group): group is Known => group.rate !== null)
  const byRateAndPlace = ({ rate, place }: Known) => `${byNumber(rate)} ${place}`
  // One place can have supplies within and between States, when the company moves to another State.
  const byRatePlaceAndSupply = (group: Known) => `${byRateAndPlace(group)} ${group.supply}`
  const hsn = addedBy(
    known.map((group) => ({ ...group, unit: unitCode(group.unit, group.hsn) })),
    ({ hsn: code, unit, rate }) => `${code} ${unit} ${byNumber(rate)}`,
  )
  return {
    rates: addedBy(known, byRateAndPlace).filter((row) => !isEmpty(row)),
    b2cs: addedBy(
      known.filter(({ rate, supply }) => rate > 0 && supply !== 'large'),
      byRatePlaceAndSupply,
    ).filter((row) => !isEmpty(row)),
    zero: zeroTable(known.filter(({ rate }) => rate === 0)),
    hsn: hsn
      .map((row) => (isService(row.hsn) ? { ...row, quantity: 0 } : row))
      .filter((row) => !isEmpty(row) || row.quantity !== 0),
  }
}
