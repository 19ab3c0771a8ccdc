import { zeroKinds } from '@kirana/domain/gst'
import { isGstin } from '@kirana/domain/gstin'
import { gstRegistrations } from '@kirana/domain/invoice'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { gstSums } from './month.ts'
import { type Bounds, boundsOf, type Months } from './period.ts'

const registerRow = z.strictObject({
  documentId: z.string(),
  position: z.int(),
  isNote: z.boolean(),
  day: z.string(),
  year: z.string(),
  number: z.int(),
  invoiceYear: z.string(),
  invoiceNumber: z.int(),
  place: z.string(),
  title: z.string(),
  hsn: z.string(),
  rate: z.nullable(z.int()),
  zeroKind: z.nullable(z.enum(zeroKinds)),
  unit: z.string(),
  quantity: z.int(),
  total: z.int(),
  rounding: z.int(),
  paid: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
})

/**
 * A row of an invoice or, with negative amounts, of a credit note, in paise; `quantity` is thousandths of the unit.
 * `invoiceYear`, `invoiceNumber` and `total` are the invoice's. The first row has the document's `rounding` and the
 * others have 0, so that the column adds up.
 */
export type RegisterRow = z.output<typeof registerRow>

const companyRow = z.strictObject({
  registration: z.enum(gstRegistrations),
  gstin: z.string(),
  name: z.string(),
})

/**
 * The company, if the return can be exported.
 * @throws HttpError 409 if the company is not registered as a regular one or has no valid GST number, or if the
 * equation does not hold
 */
export async function requireExportable(db: Db, months: Months) {
  const rows = await rowsOf(db, companyRow).execute(
    sql`SELECT gst_registration AS registration, upper(trim(gstin)) AS gstin, name FROM company`,
  )
  const { registration, gstin, name } = requireRow(rows, 'Company')
  if (registration !== 'regular')
    throw new HttpError(409, 'Only a company with the GST registration Regular exports its month', {
      code: 'registration',
    })
  if (!isGstin(gstin))
    throw new HttpError(409, 'The company has no valid GST number. Enter it in Company Settings', {
      code: 'gstin',
    })
  const { equation, broken } = await gstSums(db, months, '')
  if (!equation.holds)
    throw new HttpError(409, `The invoices do not add up: ${broken.map(({ number }) => number).join(', ')}`, {
      code: 'equation',
    })
  return { gstin, name }
}

const BATCH = 1_000

/** SQL for the batch of `tax_rows` of a return that follows the row `last`. */
export const registerBatch = (
  { first, end }: Bounds,
  last?: Pick<RegisterRow, 'day' | 'documentId' | 'position'>,
) => sql`
  SELECT * FROM tax_rows r WHERE r.day >= ${first} AND r.day < ${end}
    ${last ? sql`AND (r.day, r.document_id, r.position) > (${last.day}::date, ${last.documentId}::uuid, ${last.position}::smallint)` : sql``}
  ORDER BY r.day, r.document_id, r.position LIMIT ${BATCH}`

/**
 * All rows of the return's invoices and credit notes, in batches, sorted by day and by document in the order of issue.
 */
export async function* salesRegister(db: Db, months: Months): AsyncGenerator<RegisterRow[]> {
  const bounds = boundsOf(months)
  let last: RegisterRow | undefined
  for (let length = BATCH; length === BATCH;) {
    const rows = await rowsOf(db, registerRow).execute(sql`
      SELECT t.document_id::text AS "documentId", t.position::int AS position, t.is_note AS "isNote", t.day::text AS day,
        coalesce(n.year, i.year) AS year, coalesce(n.number, i.number) AS number, i.year AS "invoiceYear",
        i.number AS "invoiceNumber", t.place, t.title, t.hsn, t.rate, t.zero_kind AS "zeroKind", t.unit, t.quantity::float8 AS quantity,
        coalesce(i.total, 0)::float8 AS total,
        CASE WHEN t.position = (SELECT min(r.position) FROM tax_rows r WHERE r.document_id = t.document_id)
          THEN coalesce(-n.round_off, (i.document->>'roundOff')::bigint, 0) ELSE 0 END::float8 AS rounding,
        t.paid::float8 AS paid, t.taxable::float8 AS taxable, t.cgst::float8 AS cgst, t.sgst::float8 AS sgst, t.igst::float8 AS igst
      FROM (${registerBatch(bounds, last)}) t
      JOIN invoices i ON i.id = t.invoice_id LEFT JOIN credit_notes n ON n.id = t.document_id
      ORDER BY t.day, t.document_id, t.position`)
    yield rows
    length = rows.length
    last = rows.at(-1)
  }
}
