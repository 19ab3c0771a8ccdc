import { zeroKindNames } from '@kirana/contract/wire/tax'
import { unitCode } from '@kirana/domain/gst'
import { creditNoteNumber, invoiceNumber } from '@kirana/domain/invoice'
import { toPercent, toRupees } from '@kirana/domain/money'
import { stateName } from '@kirana/domain/states'
import type { RegisterRow } from '../services/gst/register.ts'
import type { Columns } from './write.ts'

/** The sales register. Amounts are in rupees, those of credit notes negative; a row without a known rate has no tax. */
export const registerColumns: Columns<RegisterRow> = {
  Date: ({ day }) => day,
  Document: ({ isNote }) => (isNote ? 'Credit Note' : 'Invoice'),
  Number: ({ isNote, year, number }) =>
    isNote ? creditNoteNumber(year, number) : invoiceNumber(year, number),
  'For Invoice': (row) => (row.isNote ? invoiceNumber(row.invoiceYear, row.invoiceNumber) : ''),
  'Place Of Supply': ({ place }) => (place ? `${place}-${stateName(place) ?? ''}` : ''),
  Item: ({ title }) => title,
  'HSN/SAC': ({ hsn }) => hsn,
  Quantity: ({ quantity }) => quantity / 1_000,
  Unit: ({ unit, hsn }) => unitCode(unit, hsn),
  'Rate (%)': ({ rate }) => (rate === null ? '' : toPercent(rate)),
  'At Rate 0': ({ zeroKind }) => (zeroKind === null ? '' : zeroKindNames[zeroKind]),
  'Taxable Value': ({ taxable }) => toRupees(taxable),
  CGST: ({ cgst }) => toRupees(cgst),
  SGST: ({ sgst }) => toRupees(sgst),
  IGST: ({ igst }) => toRupees(igst),
  Total: ({ paid }) => toRupees(paid),
  'Round Off': ({ rounding }) => toRupees(rounding),
  'Invoice Total': ({ total }) => toRupees(total),
}
