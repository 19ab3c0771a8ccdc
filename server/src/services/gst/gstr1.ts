import { isService } from '@kirana/domain/gst'
import { toPercent, toRupees } from '@kirana/domain/money'
import type { GstTables } from './month.ts'
import { GSTR1_VERSION, isHsnSplit } from './version.ts'

/** The portal's format of a day: '2026-11-21' becomes '21-11-2026'. */
const portalDay = (day: string) => day.split('-').toReversed().join('-')
/** Quantities have two decimals at the portal. */
const twoDecimals = (quantity: number) => Math.round(quantity * 100) / 100

type Large = GstTables['b2cl'][number]
type Taxed = { rate: number; taxable: number; cgst: number; sgst: number; igst: number }

const taxesOf = ({ rate, taxable, cgst, sgst, igst }: Taxed) => ({
  rt: toPercent(rate),
  txval: toRupees(taxable),
  iamt: toRupees(igst),
  camt: toRupees(cgst),
  samt: toRupees(sgst),
  csamt: 0,
})

/** The rates of one document, in the order of its rows. */
const itemsOf = (rows: readonly Large[]) =>
  rows.map(({ rate, taxable, igst }, i) => ({
    num: i + 1,
    itm_det: { rt: toPercent(rate), txval: toRupees(taxable), iamt: toRupees(igst), csamt: 0 },
  }))

const documentsOf = (rows: readonly Large[]) =>
  [...Map.groupBy(rows, ({ number }) => number).values()].flatMap((ofOne) => {
    const [first] = ofOne
    return first ? [{ ...first, items: itemsOf(ofOne) }] : []
  })

function* b2cl(rows: readonly Large[]) {
  for (const [pos, ofPlace] of Map.groupBy(rows, ({ place }) => place)) {
    const inv = documentsOf(ofPlace).map(({ number, day, value, items }) => ({
      inum: number,
      idt: portalDay(day),
      val: toRupees(value),
      itms: items,
    }))
    yield { pos, inv }
  }
}

function* cdnur(rows: readonly Large[]) {
  for (const { number, day, value, place, items } of documentsOf(rows))
    yield {
      typ: 'B2CL',
      ntty: 'C',
      nt_num: number,
      nt_dt: portalDay(day),
      val: toRupees(value),
      pos: place,
      itms: items,
    }
}

function* b2cs(rows: GstTables['b2cs']) {
  for (const row of rows) {
    const { rt, txval, iamt, camt, samt, csamt } = taxesOf(row)
    const isInterState = row.supply !== 'intra'
    const taxes = isInterState ? { iamt } : { camt, samt }
    yield { sply_ty: isInterState ? 'INTER' : 'INTRA', pos: row.place, typ: 'OE', rt, txval, ...taxes, csamt }
  }
}

function* nil(rows: GstTables['nil']) {
  for (const { isInterState, nil, exempt, nonGst } of rows)
    yield {
      sply_ty: isInterState ? 'INTRB2C' : 'INTRAB2C',
      nil_amt: toRupees(nil),
      expt_amt: toRupees(exempt),
      ngsup_amt: toRupees(nonGst),
    }
}

/** Rows without a code are omitted, because the portal rejects them. The screen lists the items without a code. */
function* hsn(rows: GstTables['hsn']) {
  let num = 0
  for (const row of rows)
    if (row.hsn !== '')
      yield {
        num: ++num,
        hsn_sc: row.hsn,
        desc: '',
        uqc: row.unit,
        qty: isService(row.hsn) ? 0 : twoDecimals(row.quantity),
        ...taxesOf(row),
      }
}

/** The portal's numbers for the document types 'Invoices for outward supply' and 'Credit notes'. */
const DOCUMENTS = [
  ['invoice', 1],
  ['credit-note', 5],
] as const

function* documents(rows: GstTables['documents']) {
  for (const [kind, doc_num] of DOCUMENTS) {
    const docs = rows
      .filter((row) => row.kind === kind)
      .map(({ from, to, total, canceled }, i) => ({
        num: i + 1,
        from,
        to,
        totnum: total,
        cancel: canceled,
        net_issue: total - canceled,
      }))
    if (docs.length > 0) yield { doc_num, docs }
  }
}

/** A JSON array in parts. */
function* arrayOf(items: Iterable<unknown>) {
  let separator = '['
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/**
 * GSTR-1 of a month as the JSON of the portal's offline tool, in parts, so that the text of a whole table is never in
 * memory. Every supply is to a consumer.
 */
export function* gstr1Json(tables: GstTables, gstin: string): Generator<string> {
  const { month } = tables
  const head = { gstin, fp: `${month.slice(5)}${month.slice(0, 4)}`, version: GSTR1_VERSION, hash: 'hash' }
  yield JSON.stringify(head).slice(0, -1)
  const sections = [
    [',"b2cl":', b2cl(tables.b2cl), ''],
    [',"b2cs":', b2cs(tables.b2cs), ''],
    [',"cdnur":', cdnur(tables.cdnur), ''],
    [',"nil":{"inv":', nil(tables.nil), '}'],
    [isHsnSplit(month) ? ',"hsn":{"hsn_b2b":[],"hsn_b2c":' : ',"hsn":{"data":', hsn(tables.hsn), '}'],
    [',"doc_issue":{"doc_det":', documents(tables.documents), '}'],
  ] as const
  for (const [before, items, after] of sections) {
    yield before
    yield* arrayOf(items)
    yield after
  }
  yield '}\n'
}
