import { toPercent, toRupees } from '@kirana/domain/money'
import { stateName } from '@kirana/domain/states'
import { numberOf } from './period.ts'
import type { RegisterRow } from './register.ts'

/** Characters that XML 1.0 cannot contain, even escaped. */
// oxlint-disable-next-line no-control-regex
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string) =>
  text
    .replace(impossible, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

/** The common ledger of all consumers. */
const PARTY = 'Retail customers'

const ledgerOf = ({ rate, zeroKind }: RegisterRow) =>
  rate === null
    ? 'Sales without GST rate'
    : zeroKind === null
      ? `Sales ${toPercent(rate)}%`
      : { nil: 'Sales nil-rated', exempt: 'Sales exempt', nonGst: 'Sales non-GST' }[zeroKind]

/** The paise that each ledger is credited with for a document. */
function creditsOf(rows: readonly RegisterRow[]): Map<string, number> {
  const credits = new Map<string, number>()
  const add = (ledger: string, paise: number) => credits.set(ledger, (credits.get(ledger) ?? 0) + paise)
  for (const row of rows) {
    add(ledgerOf(row), row.rate === null ? row.paid : row.taxable)
    add('CGST', row.cgst)
    add('SGST', row.sgst)
    add('IGST', row.igst)
    // The name of this ledger in Tally.
    add('Round Off', row.rounding)
  }
  return credits
}

/** An entry that credits a ledger. In Tally debits are negative. */
const entry = (ledger: string, paise: number) =>
  '<ALLLEDGERENTRIES.LIST>' +
  element('LEDGERNAME', ledger) +
  element('ISDEEMEDPOSITIVE', paise < 0 ? 'Yes' : 'No') +
  element('AMOUNT', toRupees(paise).toFixed(2)) +
  '</ALLLEDGERENTRIES.LIST>'

/** A sales voucher for an invoice, or a credit note voucher. Its entries add up to zero. */
function voucher(rows: readonly RegisterRow[]): string {
  const [first] = rows
  if (!first) return ''
  const type = first.isNote ? 'Credit Note' : 'Sales'
  const total = rows.reduce((sum, { paid, rounding }) => sum + paid + rounding, 0)
  const entries = [...creditsOf(rows)].filter(([, paise]) => paise !== 0)
  const invoice = numberOf({ isNote: false, year: first.invoiceYear, number: first.invoiceNumber })
  return (
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="${type}" ACTION="Create">` +
    element('DATE', first.day.replaceAll('-', '')) +
    element('VOUCHERTYPENAME', type) +
    element('VOUCHERNUMBER', numberOf(first)) +
    element('REFERENCE', invoice) +
    element('PARTYLEDGERNAME', PARTY) +
    element('PLACEOFSUPPLY', stateName(first.place) ?? '') +
    element('NARRATION', first.isNote ? `Credit note for ${invoice}` : '') +
    entry(PARTY, -total) +
    entries.map(([ledger, paise]) => entry(ledger, paise)).join('') +
    '</VOUCHER></TALLYMESSAGE>\n'
  )
}

/**
 * Vouchers for Tally, which cannot import CSV: one for each document, in parts. The rows of a document are consecutive
 * in `rows`.
 */
export async function* tallyXml(rows: AsyncIterable<readonly RegisterRow[]>, company: string) {
  yield (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY>' +
      '<IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME><STATICVARIABLES>' +
      `${element('SVCURRENTCOMPANY', company)}</STATICVARIABLES></REQUESTDESC><REQUESTDATA>\n`
  )
  let document: RegisterRow[] = []
  for await (const batch of rows) {
    let vouchers = ''
    for (const row of batch) {
      if (document[0] && document[0].documentId !== row.documentId) {
        vouchers += voucher(document)
        document = []
      }
      document.push(row)
    }
    yield vouchers
  }
  yield voucher(document)
  yield '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'
}
