import { isGstin } from '@kirana/domain/gstin'
import { gstRegistrations } from '@kirana/domain/invoice'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { type Bounds, boundsOf, issued, type Months, type Seller } from './period.ts'

const numberRow = z.strictObject({ gstin: z.string(), hasInvoices: z.boolean() })

/**
 * The GST numbers under which the documents of a return were issued by a regular company, the number of the newest
 * document last. A credit note has the number of its invoice. One statement, which reads the content of few documents.
 */
async function numbersOf(db: Db, bounds: Bounds) {
  // Subqueries with LIMIT, because the planner would turn EXISTS into a join that reads the content of all documents.
  const anyRegular = (from: SQL) => sql`(
    SELECT true FROM ${from} AND i.seller ->> 'gstin' = n.gstin
      AND i.document ->> 'registration' IS DISTINCT FROM 'composition' LIMIT 1)`
  const invoices = sql`invoices i WHERE ${issued(sql`i`, bounds)}`
  const notes = sql`credit_notes c JOIN invoices i ON i.id = c.invoice_id WHERE ${issued(sql`c`, bounds)}`
  const rows = await rowsOf(db, numberRow).execute(sql`
    WITH documents AS (
      SELECT i.seller ->> 'gstin' AS gstin, i.created_at FROM ${invoices}
      UNION ALL SELECT i.seller ->> 'gstin', c.created_at FROM ${notes}
    ), numbers AS (
      SELECT gstin, max(created_at) AS newest FROM documents WHERE gstin <> '' GROUP BY gstin
    ), checked AS (
      SELECT gstin, newest, ${anyRegular(invoices)} AS invoice, ${anyRegular(notes)} AS note FROM numbers n
    )
    SELECT gstin, invoice IS NOT NULL AS "hasInvoices" FROM checked
    WHERE invoice IS NOT NULL OR note IS NOT NULL ORDER BY newest, gstin`)
  return rows.filter(({ gstin }) => isGstin(gstin))
}

const companyRow = z.strictObject({
  registration: z.enum(gstRegistrations),
  gstin: z.string(),
  name: z.string(),
})
const companyOf = async (db: Db) =>
  requireRow(
    await rowsOf(db, companyRow).execute(
      sql`SELECT gst_registration AS registration, upper(trim(gstin)) AS gstin, name FROM company`,
    ),
    'Company',
  )

/**
 * The GST numbers whose return can be exported, and the company: the numbers of its documents or, without any, the one
 * of a regular company. None if the company is not regular and issued no invoice of the return as a regular one. Two
 * statements, sent together.
 */
export async function returnNumbers(db: Db, months: Months) {
  const [company, numbers] = await Promise.all([companyOf(db), numbersOf(db, boundsOf(months))])
  const isDue = company.registration === 'regular' || numbers.some(({ hasInvoices }) => hasInvoices)
  const own = isGstin(company.gstin) ? [company.gstin] : []
  const gstins = !isDue ? [] : numbers.length > 0 ? numbers.map(({ gstin }) => gstin) : own
  return { gstins, company }
}

/**
 * As `returnNumbers`, if there is a number.
 * @throws HttpError 409 `registration` or `gstin`
 */
export async function requireNumbers(db: Db, months: Months) {
  const { gstins, company } = await returnNumbers(db, months)
  if (gstins.length > 0) return { gstins, company }
  if (company.registration !== 'regular')
    throw new HttpError(409, 'Only a company with the GST registration Regular exports its month', {
      code: 'registration',
    })
  throw new HttpError(409, 'The company has no valid GST number. Enter it in Company Settings', {
    code: 'gstin',
  })
}

/** The company's name on the newest document under a GST number until the end of the return. One statement. */
async function nameUnder(db: Db, gstin: string, { until }: Bounds) {
  const rows = await rowsOf(db, z.strictObject({ name: z.string() })).execute(sql`
    SELECT i.seller ->> 'name' AS name FROM invoices i WHERE i.created_at < ${until} AND i.seller ->> 'gstin' = ${gstin}
    ORDER BY i.created_at DESC, i.id DESC LIMIT 1`)
  return rows[0]?.name
}

/**
 * The GST number of a file, the company's name under it, and the documents of the file. With several numbers it is
 * `asked`, and documents without a number are in the file of the newest.
 * @throws HttpError 409 as `requireNumbers`; `gstin` if the return has other numbers, or several and none is asked for
 */
export async function requireSeller(db: Db, months: Months, asked: string) {
  const { gstins, company } = await requireNumbers(db, months)
  const [first = ''] = gstins
  const gstin = asked || first
  if (!gstins.includes(gstin) || (asked === '' && gstins.length > 1))
    throw new HttpError(409, `Choose a GST number of this return: ${gstins.join(', ')}`, { code: 'gstin' })
  const others = gstins.filter((other) => other !== gstin)
  const seller: Seller | null =
    others.length === 0 ? null : gstin === gstins.at(-1) ? { allBut: others } : { allBut: null, gstin }
  const name = gstin === company.gstin ? undefined : await nameUnder(db, gstin, boundsOf(months))
  return { gstin, seller, name: name ?? company.name }
}
