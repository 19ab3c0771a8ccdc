import { zeroKinds } from '@kirana/domain/gst'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { type Bounds, taxedIn } from './period.ts'

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

const BATCH = 1_000

/** SQL for the batch of `tax_rows` of a return that follows the row `last`. */
export const registerBatch = (
  bounds: Bounds,
  last?: Pick<RegisterRow, 'day' | 'documentId' | 'position'>,
) => sql`
  SELECT * FROM tax_rows r WHERE ${taxedIn(sql`r`, bounds)}
    ${last ? sql`AND (r.day, r.document_id, r.position) > (${last.day}::date, ${last.documentId}::uuid, ${last.position}::smallint)` : sql``}
  ORDER BY r.day, r.document_id, r.position LIMIT ${BATCH}`

/**
 * All rows of the invoices and credit notes of a return, in batches, sorted by day and by document in the order of issue.
 */
export async function* salesRegister(db: Db, bounds: Bounds): AsyncGenerator<RegisterRow[]> {
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
