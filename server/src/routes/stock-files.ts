import { createHash } from 'node:crypto'
import { MAX_LISTED } from '@kirana/contract/product-files'
import { wrongRows } from '@kirana/contract/product-sheet-plan'
import { stockFiles as calls } from '@kirana/contract/stock-files'
import {
  readStockSheet,
  stockCounts,
  stockErrors,
  stockHead,
  type StockSheet,
  type StockSheetRow,
  variantsNamedIn,
} from '@kirana/contract/stock-sheet'
import { dayInKolkata } from '@kirana/domain/calendar'
import type { Db } from '../db/types.ts'
import { acceptRows, rejectErrors, uploadLimits } from '../http/uploads/csv-upload.ts'
import { sendCsv } from '../http/download.ts'
import { serve } from '../http/serve.ts'
import type { TextFile } from '../http/uploads/text-files.ts'
import { csvOf, longCsvOf, readCsv } from '../services/catalogue/csv.ts'
import { shelfLabels } from '../services/stock/labels.ts'
import { exportedStock, saveStock, stockNamed } from '../services/stock/sheet.ts'

const MAX_EXPORTED = 10_000
const nothing: StockSheet = { errors: [], groups: [], changed: [], changes: [] }

const SEEN_LENGTH = 4
/** Four characters for the variant of a row, null if it has none. */
const markOf = (variantId: string | null) =>
  createHash('sha256')
    .update(variantId ?? '')
    .digest('base64url')
    .slice(0, SEEN_LENGTH)
const seenOf = ({ groups }: StockSheet) => groups.map(({ variantId }) => markOf(variantId)).join('')
const seenAt = (seen: string, n: number) => seen.slice(n * SEEN_LENGTH, (n + 1) * SEEN_LENGTH)

/** Reads the uploaded file and compares it with the store. @throws HttpError 413 when it has too many rows */
async function parseSheet(db: Db, files: readonly TextFile[], now: Date, seen?: string) {
  const { lines, errors, decimalMark: mark } = acceptRows(readCsv(files[0]?.text ?? '', uploadLimits))
  if (errors.length > 0) return { lines, sheet: { ...nothing, errors } }
  const found = await stockNamed(db, variantsNamedIn(lines), now)
  const variants = found.map(({ productQuantity: pack, ...row }) => ({ ...row, pack }))
  const hasMoved = (n: number, variantId: string) =>
    seen !== undefined && seenAt(seen, n) !== markOf(variantId)
  return { lines, sheet: readStockSheet(lines, { variants, today: dayInKolkata(now), mark, hasMoved }) }
}

/** One audit row for each variant that the file changes, in the history of its product. */
const auditOf = ({ variant, counted, received, expiry, cost, shelf }: StockSheetRow) => ({
  object: variant.productId,
  before: { pack: variant.pack, onHand: variant.onHand, shelf: variant.shelf },
  after: {
    pack: variant.pack,
    ...(counted !== null && { counted }),
    ...(received !== null && { received, expiry, cost }),
    ...(shelf !== null && { shelf }),
  },
})

export const stockFiles = serve(
  calls,
  {
    import: async ({ db, body, files, now, isRepeated }) => {
      if (await isRepeated()) return { sheet: nothing }
      const { sheet } = await parseSheet(db, files, now, body.seen)
      rejectErrors(body.wrong === 'skip' ? sheet.errors : stockErrors(sheet))
      return { sheet }
    },
  },
  {
    export: async ({ db, query, now, reply }) => {
      const rows = await exportedStock(db, query, { now, limit: MAX_EXPORTED })
      const csv = await longCsvOf(stockHead, rows, (some) =>
        some.map(({ variantId, barcodes, title, productQuantity, onHand, shelf }) => [
          variantId,
          barcodes[0] ?? '',
          title,
          productQuantity,
          onHand ?? '',
          shelf,
          '',
          '',
          '',
          '',
        ]),
      )
      return sendCsv(reply, `stock-${dayInKolkata(now)}.csv`, csv)
    },
    labels: ({ db, query }) => shelfLabels(db, query.ids.split(',')),
    check: async ({ db, files, now }) => {
      const { lines, sheet } = await parseSheet(db, files, now)
      const errors = stockErrors(sheet)
      const wrong = wrongRows(lines, sheet.groups)
      return {
        ...stockCounts(sheet),
        changes: sheet.changes.slice(0, MAX_LISTED),
        totalChanges: sheet.changes.length,
        errors: errors.slice(0, MAX_LISTED),
        totalErrors: errors.length,
        wrongRows: wrong.rows.length > 0 ? csvOf(wrong.head, wrong.rows) : '',
        seen: seenOf(sheet),
      }
    },
    import: async ({ db, files, sheet, who, now, audit }) => {
      const changes = sheet.changed.map(({ variant, ...row }) => ({ ...row, variantId: variant.variantId }))
      await saveStock(db, changes, { by: `${who.name} (staff)`, now, reason: 'Counted with a file' })
      const counts = stockCounts(sheet)
      audit([
        { object: 'stock', after: { ...counts, file: files[0]?.sha256 } },
        ...sheet.changed.map(auditOf),
      ])
      const errors = stockErrors(sheet)
      return { ...counts, errors: errors.slice(0, MAX_LISTED), totalErrors: errors.length }
    },
  },
)
