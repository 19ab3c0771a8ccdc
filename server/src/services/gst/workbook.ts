import { formatDay } from '@kirana/domain/calendar'
import { toPercent, toRupees } from '@kirana/domain/money'
import { stateName } from '@kirana/domain/states'
import writeWorkbook, { type SheetData } from 'write-excel-file/node'
import type { GstTables } from './month.ts'

type Cell = string | number
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const placeText = (place: string) => (place ? `${place}-${stateName(place) ?? ''}` : '')

/** A table as a sheet. Texts that begin like a formula stay texts. */
function sheetOf<Row>(sheet: string, columns: Columns<Row>, rows: readonly Row[]) {
  const head = Object.keys(columns).map((value) => ({ value, fontWeight: 'bold' as const }))
  const data: SheetData = [head, ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))]
  return { sheet, data, stickyRowsCount: 1, columns: head.map(({ value }) => ({ width: widthOf(value) })) }
}
const widthOf = (header: string) => Math.max(12, header.length + 2)

type Taxed = { taxable: number; cgst: number; sgst: number; igst: number }
const taxes = {
  'Taxable Value': ({ taxable }) => toRupees(taxable),
  CGST: ({ cgst }) => toRupees(cgst),
  SGST: ({ sgst }) => toRupees(sgst),
  IGST: ({ igst }) => toRupees(igst),
} satisfies Columns<Taxed>
const byRate = {
  'Rate (%)': ({ rate }) => toPercent(rate),
  'Place Of Supply': ({ place }) => placeText(place),
} satisfies Columns<{ rate: number; place: string }>
const large = {
  Date: ({ day }) => formatDay(day),
  'Place Of Supply': ({ place }) => placeText(place),
  Value: ({ value }) => toRupees(value),
  'Rate (%)': ({ rate }) => toPercent(rate),
  'Taxable Value': ({ taxable }) => toRupees(taxable),
  IGST: ({ igst }) => toRupees(igst),
} satisfies Columns<GstTables['b2cl'][number]>

const equationNames = {
  invoices: 'Invoices',
  creditNotes: 'Credit notes',
  taxable: 'Taxable value',
  tax: 'Tax',
  nil: 'Nil-rated',
  exempt: 'Exempt',
  nonGst: 'Non-GST',
  rounding: 'Round off',
  unknown: 'Unknown rate',
} as const

/** The return as a workbook, with a sheet for its equation and each table. */
export const gstWorkbook = (tables: GstTables): Promise<Buffer> =>
  writeWorkbook([
    sheetOf<readonly [string, number]>(
      'Equation',
      {
        [`${tables.from === tables.month ? 'Month' : 'Quarter to'} ${tables.month}`]: ([name]) => name,
        Rupees: ([, paise]) => toRupees(paise),
      },
      [
        ...Object.entries(equationNames).map(
          ([key, name]) => [name, tables.equation[key as keyof typeof equationNames]] as const,
        ),
        ...(tables.lateNotes === 0
          ? []
          : [['Notes without tax, not in the return', tables.lateNotes] as const]),
      ],
    ),
    sheetOf('By rate', { ...byRate, ...taxes, 'With Tax': ({ value }) => toRupees(value) }, tables.rates),
    sheetOf('5 B2CL', { Invoice: ({ number }) => number, ...large }, tables.b2cl),
    sheetOf('7 B2CS', { ...byRate, ...taxes }, tables.b2cs),
    sheetOf(
      '8 Nil exempt non-GST',
      {
        Supplies: ({ isInterState }) => (isInterState ? 'Inter-State' : 'Intra-State'),
        'Nil-Rated': ({ nil }) => toRupees(nil),
        Exempt: ({ exempt }) => toRupees(exempt),
        'Non-GST': ({ nonGst }) => toRupees(nonGst),
      },
      tables.nil,
    ),
    sheetOf(
      '9B CDNUR',
      { Note: ({ number }) => number, 'For Invoice': ({ invoice }) => invoice, ...large },
      tables.cdnur,
    ),
    sheetOf(
      '12 HSN B2C',
      {
        HSN: ({ hsn }) => hsn,
        UQC: ({ unit }) => unit,
        Quantity: ({ quantity }) => quantity,
        'Rate (%)': ({ rate }) => toPercent(rate),
        ...taxes,
        'With Tax': ({ value }) => toRupees(value),
      },
      tables.hsn,
    ),
    sheetOf(
      '13 Documents',
      {
        Series: ({ kind }) => (kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note'),
        From: ({ from }) => from,
        To: ({ to }) => to,
        Total: ({ total }) => total,
        Canceled: ({ canceled }) => canceled,
      },
      tables.documents,
    ),
    sheetOf(
      'Credit notes',
      {
        Note: ({ number }) => number,
        Date: ({ day }) => formatDay(day),
        'For Invoice': ({ invoice }) => invoice,
        'Invoice Date': ({ invoiceDay }) => formatDay(invoiceDay),
        Reason: ({ reason }) => reason,
        'Without Tax': ({ withoutTax }) => (withoutTax ? 'Yes' : ''),
        Value: ({ value }) => toRupees(value),
      },
      tables.creditNotes,
    ),
  ]).toBuffer()
