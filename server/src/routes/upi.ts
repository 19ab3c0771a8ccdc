import { upi as calls } from '@kirana/contract/upi'
import { sql } from 'drizzle-orm'
import { likelyColumns, readStatement, statementColumns } from '../csv/statement.ts'
import { readUpload } from '../csv/upload.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import type { TextFile } from '../http/uploads/text-files.ts'
import { upiPage, verifyStatement, verifyUpi } from '../services/delivery/upi.ts'
import { company } from '../tables/company.ts'

async function rememberedColumns(db: Db) {
  const [row] = await db.select({ columns: company.statementColumns }).from(company)
  return row?.columns ? { kind: '', ...row.columns } : null
}

/** @throws HttpError 413 for too many rows, 422 for a file that cannot be read */
function readLines(files: readonly TextFile[]) {
  const { lines, errors } = readUpload(files[0]?.text ?? '')
  const [first] = errors
  if (first) throw new HttpError(422, `Row ${first.row}: ${first.message}`)
  return lines
}

export const upi = serve(calls, {
  list: ({ db, params: { page }, query: { unverified } }) => upiPage(db, { unverified, page }),
  columns: async ({ db, files }) => {
    const lines = readLines(files)
    return {
      columns: statementColumns(lines),
      chosen: likelyColumns(lines, await rememberedColumns(db)),
    }
  },
  import: async ({ db, body: { date, utr, amount, kind }, files, who, now, audit }) => {
    const chosen = date && utr && amount ? { date, utr, amount, kind } : await rememberedColumns(db)
    if (!chosen) throw new HttpError(422, 'Choose the columns of date, UTR and amount', { code: 'columns' })
    const { credits, skipped } = readStatement(readLines(files), chosen)
    const { matches, other } = await verifyStatement(db, credits, { by: `${who.name} (staff)`, now })
    await db.execute(sql`UPDATE company SET statement_columns = ${JSON.stringify(chosen)}::jsonb`)
    audit({ object: 'company', after: { verified: matches.length, credits: credits.length } })
    return {
      matches: matches.map(({ id: _, orderId, ...match }) => ({ id: orderId, ...match })),
      other,
      skipped,
    }
  },
  verify: async ({ db, body, who, now, audit }) => {
    const isChanged = await verifyUpi(db, body, { by: `${who.name} (staff)`, now })
    audit(isChanged ? { object: body.orderId, after: { verified: body.verified } } : null)
    return body
  },
})
