import papaparse from 'papaparse'

/**
 * Recomputes the tables of a month of GST from its exported sales register, sharing no code with the product: for tests of
 * what the product computed. Amounts are in rupees, as in the answers of the API.
 */

type Row = Record<string, string>

const paise = (rupees = ''): bigint => {
  const [text, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(rupees) ?? []
  if (text === undefined) throw new Error(`No amount: ${rupees}`)
  const amount = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign === '-' ? -amount : amount
}
const rupees = (amount: bigint) => Number(amount) / 100

/** Sums of the columns by the key of a row, in the order of the keys. */
function sumsBy(rows: readonly Row[], columns: readonly string[], keyOf: (row: Row) => string | null) {
  const sums = new Map<string, bigint[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const sum = sums.get(key) ?? columns.map(() => 0n)
    sums.set(
      key,
      sum.map((amount, i) => amount + paise(row[columns[i] ?? ''])),
    )
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).filter(([, sum]) => sum.some((one) => one !== 0n))
}

const taxColumns = ['Taxable Value', 'CGST', 'SGST', 'IGST']
const placeOf = (row: Row) => (row['Place Of Supply'] ?? '').slice(0, 2)
const rateOf = (row: Row) => (row['Rate (%)'] === '' ? null : Number(row['Rate (%)']))
const padded = (rate: number) => rate.toFixed(2).padStart(6, '0')

/** The numbers of a series as ranges without gaps. */
function rangesOf(numbers: readonly string[]) {
  const ranges: { from: string; to: string; total: number }[] = []
  let last = Number.NaN
  for (const number of [...new Set(numbers)].toSorted()) {
    const n = Number(number.split('/')[1])
    const range = ranges.at(-1)
    if (range && n === last + 1) {
      range.to = number
      range.total += 1
    } else ranges.push({ from: number, to: number, total: 1 })
    last = n
  }
  return ranges
}

const isNote = (row: Row) => row['Document'] === 'Credit Note'

/** The numbers of one kind of document in the month. */
const issued = (kind: string, rows: readonly Row[]) =>
  rangesOf(rows.map((row) => row['Number'] ?? '')).map((range) => ({ kind, ...range, canceled: 0 }))

/** Quantities and amounts by HSN code, unit and rate. Services have no quantity. */
function hsnSummary(rows: readonly Row[]) {
  const keyOf = (row: Row) => `${row['HSN/SAC']} ${row['Unit']} ${padded(rateOf(row) ?? 0)}`
  const quantities = new Map<string, number>()
  for (const row of rows) {
    const isService = (row['HSN/SAC'] ?? '').startsWith('99')
    const thousandths = isService ? 0 : Math.round(Number(row['Quantity']) * 1_000)
    quantities.set(keyOf(row), (quantities.get(keyOf(row)) ?? 0) + thousandths)
  }
  return sumsBy(rows, [...taxColumns, 'Total'], keyOf).map(([key, sum]) => {
    const [hsn = '', unit = '', rate] = key.split(' ')
    const [taxable = 0, cgst = 0, sgst = 0, igst = 0, value = 0] = sum.map(rupees)
    const quantity = (quantities.get(key) ?? 0) / 1_000
    return { hsn, unit, quantity, rate: Number(rate), taxable, cgst, sgst, igst, value }
  })
}

export function recomputeMonth(csv: string, ownState: string) {
  const { data: rows } = papaparse.parse<Row>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  const isAcross = (row: Row) => placeOf(row) !== '' && placeOf(row) !== ownState
  const isLarge = (row: Row) => isAcross(row) && paise(row['Invoice Total']) > 10_000_000n
  const total = (of: string, where: (row: Row) => boolean) =>
    rupees(rows.filter(where).reduce((sum, row) => sum + paise(row[of]), 0n))
  const value = (where: (row: Row) => boolean) =>
    rupees(paiseOf(total('Total', where), total('Round Off', where)))
  const isTaxed = (row: Row) => (rateOf(row) ?? 0) > 0
  const isZero = (kind: string) => (row: Row) => rateOf(row) === 0 && row['At Rate 0'] === kind

  const byRate = (where: (row: Row) => boolean, columns: readonly string[]) =>
    sumsBy(rows, columns, (row) => {
      const rate = rateOf(row)
      return rate === null || !where(row) ? null : `${padded(rate)} ${placeOf(row)}`
    }).map(([key, sum]) => {
      // `value` is undefined where the total is not added up.
      const [taxable = 0, cgst = 0, sgst = 0, igst = 0, value] = sum.map(rupees)
      return { rate: Number(key.slice(0, 6)), place: key.slice(7), taxable, cgst, sgst, igst, value }
    })

  const large = (notes: boolean) =>
    sumsBy(rows, ['Taxable Value', 'IGST'], (row) =>
      isLarge(row) && isTaxed(row) && isNote(row) === notes
        ? `${row['Number']} ${padded(rateOf(row) ?? 0)} ${row['Date']} ${row['For Invoice'] || row['Number']} ${placeOf(row)}`
        : null,
    ).map(([key, [taxable = 0n, igst = 0n]]) => {
      const [number = '', rate, day = '', invoice = '', place = ''] = key.split(' ')
      const sign = notes ? -1 : 1
      return {
        number,
        invoice,
        day,
        place,
        rate: Number(rate),
        value: sign * value((row) => row['Number'] === number),
        taxable: sign * rupees(taxable),
        igst: sign * rupees(igst),
      }
    })

  const notes = new Map<string, Row[]>()
  for (const row of rows.filter(isNote))
    notes.set(row['Number'] ?? '', [...(notes.get(row['Number'] ?? '') ?? []), row])
  return {
    /** Newest first. */
    creditNotes: [...notes]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([number, ofNote]) => ({
        number,
        invoice: ofNote[0]?.['For Invoice'],
        day: ofNote[0]?.['Date'],
        value: -value((row) => row['Number'] === number),
      })),
    equation: {
      invoices: value((row) => !isNote(row)),
      creditNotes: -value(isNote),
      taxable: total('Taxable Value', isTaxed),
      tax: rupees(paiseOf(total('CGST', isTaxed), total('SGST', isTaxed), total('IGST', isTaxed))),
      nil: total('Taxable Value', isZero('Nil-rated')),
      exempt: total('Taxable Value', isZero('Exempt')),
      nonGst: total('Taxable Value', isZero('Non-GST')),
      rounding: total('Round Off', () => true),
      unknown: total('Total', (row) => rateOf(row) === null),
    },
    rates: byRate(() => true, [...taxColumns, 'Total']),
    b2cs: byRate((row) => isTaxed(row) && !isLarge(row), taxColumns),
    b2cl: large(false),
    cdnur: large(true),
    nil: [true, false]
      .map((across) => {
        const of = (kind: string) =>
          total('Taxable Value', (row) => isAcross(row) === across && isZero(kind)(row))
        return { isInterState: across, nil: of('Nil-rated'), exempt: of('Exempt'), nonGst: of('Non-GST') }
      })
      .filter(({ nil, exempt, nonGst }) => nil !== 0 || exempt !== 0 || nonGst !== 0),
    hsn: hsnSummary(rows.filter((row) => rateOf(row) !== null)),
    documents: [
      ...issued(
        'invoice',
        rows.filter((row) => !isNote(row)),
      ),
      ...issued('credit-note', rows.filter(isNote)),
    ],
  }
}
const paiseOf = (...amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * 100)), 0n)

type Recomputed = Omit<ReturnType<typeof recomputeMonth>, 'creditNotes'>

/** The sections of GSTR-1 as the portal's offline tool writes them, from the recomputed tables of a month after 04-2025. */
export function portalFileOf({ b2cs, b2cl, cdnur, nil, hsn, documents }: Recomputed, ownState: string) {
  const day = (date: string) => date.split('-').toReversed().join('-')
  const grouped = (rows: typeof b2cl) =>
    [...new Set(rows.map(({ number }) => number))].flatMap((number) => {
      const ofOne = rows.filter((row) => row.number === number)
      const itms = ofOne.map(({ rate, taxable, igst }, i) => ({
        num: i + 1,
        itm_det: { rt: rate, txval: taxable, iamt: igst, csamt: 0 },
      }))
      return ofOne
        .slice(0, 1)
        .map(({ day: dated, place, value }) => ({ number, day: day(dated), place, value, itms }))
    })
  const large = grouped(b2cl)
  const docs = (kind: string) =>
    documents
      .filter((row) => row.kind === kind)
      .map(({ from, to, total }, i) => ({ num: i + 1, from, to, totnum: total, cancel: 0, net_issue: total }))
  return {
    b2cl: [...new Set(large.map(({ place }) => place))].map((pos) => ({
      pos,
      inv: large
        .filter(({ place }) => place === pos)
        .map(({ number, day: idt, value, itms }) => ({ inum: number, idt, val: value, itms })),
    })),
    b2cs: b2cs.map(({ rate, place, taxable, cgst, sgst, igst }) => ({
      sply_ty: place === ownState ? 'INTRA' : 'INTER',
      pos: place,
      typ: 'OE',
      rt: rate,
      txval: taxable,
      ...(place === ownState ? { camt: cgst, samt: sgst } : { iamt: igst }),
      csamt: 0,
    })),
    cdnur: grouped(cdnur).map(({ number, day: dated, place, value, itms }) => ({
      typ: 'B2CL',
      ntty: 'C',
      nt_num: number,
      nt_dt: dated,
      val: value,
      pos: place,
      itms,
    })),
    nil: {
      inv: nil.map((row) => ({
        sply_ty: row.isInterState ? 'INTRB2C' : 'INTRAB2C',
        nil_amt: row.nil,
        expt_amt: row.exempt,
        ngsup_amt: row.nonGst,
      })),
    },
    hsn: {
      hsn_b2b: [],
      hsn_b2c: hsn
        .filter((row) => row.hsn !== '')
        .map((row, i) => ({
          num: i + 1,
          hsn_sc: row.hsn,
          desc: '',
          uqc: row.unit,
          qty: Math.round(row.quantity * 100) / 100,
          rt: row.rate,
          txval: row.taxable,
          iamt: row.igst,
          camt: row.cgst,
          samt: row.sgst,
          csamt: 0,
        })),
    },
    doc_issue: {
      doc_det: [
        { doc_num: 1, docs: docs('invoice') },
        { doc_num: 5, docs: docs('credit-note') },
      ],
    },
  }
}
