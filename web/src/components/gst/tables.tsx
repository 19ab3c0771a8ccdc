import type { GstMonth } from '@kirana/contract/gst'
import { formatDay } from '@kirana/domain/calendar'
import { stateName } from '@kirana/domain/states'
import { count, rupees } from '#/lib/format.ts'
import type { StackedColumn } from '#/components/tables/stacked-table.tsx'
import { MonthTable } from './table.tsx'

type Large = GstMonth['b2cl'][number]

const rateText = (rate: number) => `${rate} %`
const placeText = (place: string) => (place ? `${stateName(place) ?? ''} (${place})` : 'Unknown')
const amount = <Row,>(header: string, of: (row: Row) => number): StackedColumn<Row> => ({
  header,
  isNumeric: true,
  cell: (row) => rupees(of(row)),
})

const taxes = [
  amount<Taxed>('Taxable value', ({ taxable }) => taxable),
  amount<Taxed>('CGST', ({ cgst }) => cgst),
  amount<Taxed>('SGST', ({ sgst }) => sgst),
  amount<Taxed>('IGST', ({ igst }) => igst),
]
type Valued = { value: number }
type Untaxed = GstMonth['nil'][number]
type Taxed = { taxable: number; cgst: number; sgst: number; igst: number }

const byRate = [
  { header: 'Rate', cell: ({ rate }: { rate: number; place: string }) => rateText(rate) },
  { header: 'Place of supply', cell: ({ place }: { rate: number; place: string }) => placeText(place) },
]
const rateId = ({ rate, place }: { rate: number; place: string }) => `${rate} ${place}`

const large: StackedColumn<Large>[] = [
  { header: 'Date', cell: ({ day }) => formatDay(day) },
  { header: 'Place of supply', cell: ({ place }) => placeText(place) },
  amount('Value', ({ value }) => value),
  { header: 'Rate', isNumeric: true, cell: ({ rate }) => rateText(rate) },
  amount('Taxable value', ({ taxable }) => taxable),
  amount('IGST', ({ igst }) => igst),
]
const largeId = ({ number, rate }: Large) => `${number} ${rate}`

const notesOfLarge: StackedColumn<GstMonth['cdnur'][number]>[] = [
  { header: 'Note', cell: ({ number }) => number },
  { header: 'For invoice', cell: ({ invoice }) => invoice },
  ...large,
]

const untaxed: StackedColumn<Untaxed>[] = [
  {
    header: 'Supplies',
    cell: ({ isInterState }) => (isInterState ? 'To other States' : 'Within the State'),
  },
  amount('Nil-rated', ({ nil }) => nil),
  amount('Exempt', ({ exempt }) => exempt),
  amount('Non-GST', ({ nonGst }) => nonGst),
]

const withTax = amount<Valued>('With tax', ({ value }) => value)

const byHsn: StackedColumn<GstMonth['hsn'][number]>[] = [
  { header: 'HSN', cell: ({ hsn }) => hsn || 'Missing' },
  { header: 'Unit', cell: ({ unit }) => unit },
  { header: 'Quantity', isNumeric: true, cell: ({ quantity }) => count(quantity) },
  { header: 'Rate', isNumeric: true, cell: ({ rate }) => rateText(rate) },
  ...taxes,
  withTax,
]

const link = 'underline decoration-line-strong underline-offset-2 coarse:py-2.5'
const kinds = { invoice: 'Invoices', 'credit-note': 'Credit notes' }

const documents: StackedColumn<GstMonth['documents'][number]>[] = [
  { header: 'Series', cell: ({ kind }) => kinds[kind] },
  { header: 'From', cell: ({ from }) => from },
  { header: 'To', cell: ({ to }) => to },
  { header: 'Total', isNumeric: true, cell: ({ total }) => count(total) },
  { header: 'Canceled', isNumeric: true, cell: ({ canceled }) => count(canceled) },
]

const creditNotes: StackedColumn<GstMonth['creditNotes'][number]>[] = [
  {
    header: 'Note',
    cell: ({ number, link: href }) => (
      <a href={href} target="_blank" rel="noreferrer" className={link}>
        {number}
      </a>
    ),
  },
  { header: 'Date', cell: ({ day }) => formatDay(day) },
  { header: 'For invoice', cell: ({ invoice }) => invoice },
  { header: 'Invoice date', cell: ({ invoiceDay }) => formatDay(invoiceDay) },
  {
    header: 'Reason',
    cell: ({ reason, withoutTax }) => (withoutTax ? `${reason} (without tax)` : reason),
  },
  amount('Value', ({ value }) => value),
]

/** The month's amounts by rate, and the tables of GSTR-1 in the order of the return, net of credit notes. */
export function Tables({ month }: { month: GstMonth }) {
  return (
    <>
      <MonthTable
        title="By rate"
        note="All known rates, net of credit notes."
        rows={month.rates}
        rowId={rateId}
        columns={[...byRate, ...taxes, withTax]}
      />
      <MonthTable
        title="Large invoices (B2CL)"
        note="Table 5: invoices above ₹1,00,000 to another State."
        rows={month.b2cl}
        rowId={largeId}
        columns={[{ header: 'Invoice', cell: ({ number }) => number }, ...large]}
      />
      <MonthTable
        title="Other taxable supplies (B2CS)"
        note="Table 7: by rate and place of supply, net of credit notes."
        rows={month.b2cs}
        // A place has two rows if the company moved to another State.
        rowId={(row) => `${rateId(row)} ${row.igst}`}
        columns={[...byRate, ...taxes]}
      />
      <MonthTable
        title="Nil-rated, exempt and non-GST"
        note="Table 8: supplies without tax, net of credit notes."
        rows={month.nil}
        rowId={({ isInterState }) => String(isInterState)}
        columns={untaxed}
      />
      <MonthTable
        title="Notes of large invoices (CDNUR)"
        note="Table 9B: credit notes for invoices of table 5, which may be of an earlier month."
        rows={month.cdnur}
        rowId={largeId}
        columns={notesOfLarge}
      />
      <MonthTable
        title="HSN summary"
        note="Table 12, supplies to consumers: by HSN, unit and rate, net of credit notes."
        rows={month.hsn}
        rowId={({ hsn, unit, rate }) => `${hsn} ${unit} ${rate}`}
        columns={byHsn}
      />
      <MonthTable
        title="Documents issued"
        note="Table 13. An invoice of a canceled order was issued, and is credited."
        rows={month.documents}
        rowId={({ from }) => from}
        columns={documents}
      />
      <MonthTable
        title="Credit notes"
        note={
          month.counts.creditNotes > month.creditNotes.length
            ? `The newest ${month.creditNotes.length} of ${count(month.counts.creditNotes)}. The sales register has all.`
            : 'Their invoices may be of an earlier month.'
        }
        rows={month.creditNotes}
        rowId={({ number }) => number}
        columns={creditNotes}
      />
    </>
  )
}
