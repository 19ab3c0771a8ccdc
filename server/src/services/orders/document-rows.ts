import { challanNumber, creditNoteNumber, invoiceNumber } from '@kirana/domain/invoice'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

export const storedDocuments = z.array(
  z.strictObject({
    kind: z.enum(['invoice', 'credit-note', 'challan']),
    id: z.string(),
    year: z.string(),
    number: z.int(),
    at: z.string(),
  }),
)

/** The invoices, credit notes and delivery challans of order `o`, in the order in which they were issued. */
export const documentsOfOrder = sql`(
    SELECT coalesce(json_agg(json_build_object('kind', d.kind, 'id', d.id, 'year', d.year, 'number', d.number, 'at', d.at)
      ORDER BY d.at, d.kind DESC, d.year, d.number), '[]')
    FROM (
      SELECT 'invoice' AS kind, i.id, i.year, i.number, i.created_at AS at FROM invoices i WHERE i.order_id = o.id
      UNION ALL
      SELECT 'credit-note', n.id, n.year, n.number, n.created_at FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id
      WHERE i.order_id = o.id
      UNION ALL
      SELECT 'challan', c.id, c.year, c.number, c.created_at FROM challans c WHERE c.order_id = o.id
    ) d)`

const numberOf = { invoice: invoiceNumber, 'credit-note': creditNoteNumber, challan: challanNumber }

/** The documents in an order's response; `base` is the origin of their links. */
export const toDocuments = (documents: z.output<typeof storedDocuments>, base: string) =>
  documents.map(({ kind, id, year, number, at }) => ({
    kind,
    number: numberOf[kind](year, number),
    at: new Date(at),
    link: `${base}/api/v1/${kind}/${id}`,
  }))
