import { stockFiles as calls } from '@kirana/contract/stock-files'
import { dayInKolkata } from '@kirana/domain/calendar'
import { errorsOf, findingsOf, listedErrors, rejectErrors, seenAt, seenOf } from '../csv/sheet.ts'
import {
  namedInStock,
  readStockFile,
  stockCounts,
  type StockFile,
  stockFileRows,
  type StockFileRow,
  stockHead,
} from '../csv/stock-sheet.ts'
import { readUpload } from '../csv/upload.ts'
import { longCsvOf } from '../csv/write.ts'
import type { Db } from '../db/types.ts'
import { sendCsv } from '../http/download.ts'
import { serve } from '../http/serve.ts'
import type { TextFile } from '../http/uploads/text-files.ts'
import { shelfLabels } from '../services/stock/labels.ts'
import { exportedStock, saveStock, stockNamed } from '../services/stock/sheet.ts'

const MAX_EXPORTED = 10_000
const nothing: StockFile = { errors: [], groups: [], changed: [], changes: [] }

/** Reads the uploaded file and compares it with the store. @throws HttpError 413 when it has too many rows */
async function parseSheet(db: Db, files: readonly TextFile[], now: Date, seen?: string) {
  const { lines, errors, decimalMark: mark } = readUpload(files[0]?.text ?? '')
  if (errors.length > 0) return { lines, sheet: { ...nothing, errors } }
  const variants = await stockNamed(db, namedInStock(lines, mark), now)
  const hasMoved = (n: number, variantId: string) =>
    seen !== undefined && seenAt(seen, n) !== seenOf(variantId)
  return { lines, sheet: readStockFile(lines, { variants, today: dayInKolkata(now), mark, hasMoved }) }
}

/** One audit row for each variant that the file changes, in the history of its product. */
const auditOf = ({ variant, counted, received, expiry, cost, shelf, byWeight }: StockFileRow) => ({
  object: variant.productId,
  before: { pack: variant.productQuantity, onHand: variant.onHand, shelf: variant.shelf },
  after: {
    pack: variant.productQuantity,
    ...(counted !== null && { counted }),
    ...(received !== null && { received, expiry, cost }),
    ...(shelf !== null && { shelf }),
    ...(byWeight !== null && { byWeight }),
  },
})

export const stockFiles = serve(
  calls,
  {
    import: async ({ db, body, files, now, isRepeated }) => {
      if (await isRepeated()) return { sheet: nothing }
      const { sheet } = await parseSheet(db, files, now, body.seen)
      rejectErrors(body.wrong === 'skip' ? sheet.errors : errorsOf(sheet))
      return { sheet }
    },
  },
  {
    export: async ({ db, query, now, reply }) => {
      const rows = await exportedStock(db, query, { now, limit: MAX_EXPORTED })
      const csv = await longCsvOf(stockHead, rows, stockFileRows)
      return sendCsv(reply, `stock-${dayInKolkata(now)}.csv`, csv)
    },
    labels: ({ db, query }) => shelfLabels(db, query.ids.split(',')),
    check: async ({ db, files, now }) => {
      const { lines, sheet } = await parseSheet(db, files, now)
      return {
        ...stockCounts(sheet),
        ...findingsOf(lines, sheet, sheet.changes),
        // The variant of each row.
        seen: sheet.groups.map(({ variantId }) => seenOf(variantId ?? '')).join(''),
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
      return { ...counts, ...listedErrors(sheet) }
    },
  },
)
