import { challanNumber, financialYear } from '@kirana/domain/invoice'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf, whole } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { challanSeries } from '../../tables/invoices.ts'
import type { InvoiceData, InvoiceDocument, Supply } from './data.ts'
import { documentToIssue, storedSeller } from './issue.ts'
import { nextNumber } from './series.ts'

/**
 * Issues the delivery challan of a replacement, which has no invoice, with the next number of the financial year. Does
 * nothing if the order's newest challan has the same content. The series' row stays locked until the commit.
 * @throws HttpError 422 if the order does not add up
 * @see CGST Rules 2017, rule 55
 */
export function issueChallan(tx: Db, { orderId, supply }: { orderId: string; supply: Supply }, now: Date) {
  const { seller, document } = documentToIssue(supply)
  const challan = JSON.stringify({ ...document, title: 'Delivery Challan' })
  const isNew = sql`WHERE ${challan}::jsonb IS DISTINCT FROM (
    SELECT document FROM challans WHERE order_id = ${orderId} ORDER BY created_at DESC, id DESC LIMIT 1)`
  return send(
    tx,
    sql`WITH series AS (
        ${nextNumber(challanSeries, financialYear(now), isNew)}
      )
      INSERT INTO challans (id, order_id, year, number, seller, document, created_at)
      SELECT ${v7()}::uuid, ${orderId}::uuid, year, last, ${JSON.stringify(seller)}::jsonb,
        ${challan}::jsonb, ${now.toISOString()}::timestamptz FROM series`,
  )
}

const challanRow = z.strictObject({
  challan: z.strictObject({
    year: z.string(),
    number: z.int(),
    issuedAt: z.string(),
    seller: storedSeller,
    document: whole<InvoiceDocument>(),
    claim: z.int(),
    /** The number of the claimed order. */
    claimedOrder: z.string(),
  }),
})

/**
 * Reads a challan by its own id, or the newest of an order by the order's. Null if it does not exist or does not belong
 * to `owner`.
 */
export async function readChallan(db: Db, id: string, owner: string | null): Promise<InvoiceData | null> {
  const rows = await rowsOf(db, challanRow).execute(sql`
    SELECT json_build_object('year', d.year, 'number', d.number, 'issuedAt', d.created_at, 'seller', d.seller,
      'document', d.document, 'claim', c.number, 'claimedOrder', k.order_id) AS challan
    FROM challans d JOIN orders o ON o.id = d.order_id
    JOIN claims c ON c.id = (SELECT r.claim_id FROM claim_replacements r WHERE r.order_id = o.id LIMIT 1)
    JOIN orders k ON k.id = c.order_id
    WHERE (d.id = ${id} OR d.order_id = ${id}) ${owner === null ? sql`` : sql`AND o.user_id = ${owner}`}
    ORDER BY d.created_at DESC, d.id DESC LIMIT 1`)
  const [row] = rows
  if (!row) return null
  const { year, number, issuedAt, document, claim, claimedOrder, ...challan } = row.challan
  return {
    ...document,
    ...challan,
    number: challanNumber(year, number),
    issuedAt: new Date(issuedAt),
    paymentStatus: 'paid',
    replaces: { claim, order: claimedOrder },
  }
}
