import { PAGE_SIZE } from '@kirana/domain/paging'
import { sql } from 'drizzle-orm'
import { v7, validate } from 'uuid'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { listRow, pageOf } from '../shared/pages.ts'
import { type Received, receivePieces } from './receive.ts'

const fields = {
  id: z.string(),
  supplier: z.string(),
  billNumber: z.string(),
  at: z.string(),
  by: z.string(),
  lines: z.int(),
  pieces: z.int(),
  cost: z.int(),
}
const Stored = z.strictObject(fields)

const fieldsOf = sql`'id', r.id, 'supplier', r.supplier, 'billNumber', r.bill_number, 'at', r.created_at, 'by', r.by,
  'lines', t.lines, 'pieces', t.pieces, 'cost', t.cost`
const totals = sql`(SELECT count(*) AS lines, sum(l.quantity) AS pieces, coalesce(sum(l.quantity * l.cost), 0) AS cost
  FROM stock_receipt_lines l WHERE l.receipt_id = r.id) t`

const withTime = <Row extends { at: string }>({ at, ...rest }: Row) => ({ ...rest, at: new Date(at) })

/**
 * Receives all lines of a delivery of goods or none, and stores the receipt with the names of its variants.
 * @returns the id of the receipt
 * @throws HttpError as `receivePieces`
 */
export async function addReceipt(
  tx: Db,
  { supplier, billNumber, items }: { supplier: string; billNumber: string; items: readonly Received[] },
  { by, now }: { by: string; now: Date },
): Promise<string> {
  await receivePieces(tx, items, { by, now, reason: `${supplier}, bill ${billNumber}` })
  const id = v7()
  const lines = items.map(({ variantId, ...item }, i) => ({ ...item, line: i + 1, variant_id: variantId }))
  await send(
    tx,
    sql`
    WITH receipt AS (
      INSERT INTO stock_receipts (id, supplier, bill_number, by, created_at)
      VALUES (${id}, ${supplier}, ${billNumber}, ${by}, ${now.toISOString()})
    )
    INSERT INTO stock_receipt_lines (receipt_id, line, variant_id, title, quantity_text, quantity, expiry, cost)
    SELECT ${id}::uuid, i.line, v.id, p.title, trim_scale(v.quantity / 1000.0) || ' ' || v.unit, i.quantity, i.expiry, i.cost
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      AS i(line int, variant_id uuid, quantity int, expiry date, cost bigint)
    JOIN variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id`,
  )
  return id
}

/** A page of receipts, newest first. */
export async function receiptPage(db: Db, page: number) {
  const selection = {
    from: sql`stock_receipts r`,
    id: sql`r.id`,
    condition: sql`true`,
    name: 'stock receipts',
    size: PAGE_SIZE.receipts,
  }
  const select = sql`(SELECT json_build_object(${fieldsOf}) FROM ${totals}) AS row`
  const result = await pageOf(db, selection, page, { select, row: listRow({ row: Stored }) })
  return { ...result, data: result.data.map(({ row }) => withTime(row)) }
}

const wholeRow = z.strictObject({
  row: z.strictObject({
    ...fields,
    items: z.array(
      z.strictObject({
        variantId: z.string(),
        title: z.string(),
        productQuantity: z.string(),
        quantity: z.int(),
        expiry: z.nullable(z.string()),
        cost: z.int(),
      }),
    ),
  }),
})

/** One receipt with its lines. @throws HttpError 404 */
export async function requireReceipt(db: Db, id: string) {
  if (!validate(id)) throw new HttpError(404, 'Receipt not found')
  const rows = await rowsOf(db, wholeRow).execute(sql`
    SELECT json_build_object(${fieldsOf}, 'items', (
      SELECT json_agg(json_build_object('variantId', l.variant_id, 'title', l.title, 'productQuantity', l.quantity_text,
        'quantity', l.quantity, 'expiry', l.expiry, 'cost', coalesce(l.cost, 0)) ORDER BY l.line)
      FROM stock_receipt_lines l WHERE l.receipt_id = r.id)) AS row
    FROM stock_receipts r CROSS JOIN LATERAL ${totals} WHERE r.id = ${id}`)
  return withTime(requireRow(rows, 'Receipt').row)
}
