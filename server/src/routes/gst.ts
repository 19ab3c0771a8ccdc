import { gst as calls } from '@kirana/contract/gst'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { registerColumns } from '../csv/register.ts'
import { csvLines } from '../csv/write.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { type Download, sendLongFile } from '../http/download.ts'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { auditRead } from '../request/audit.ts'
import { fileReturn, unlockReturn } from '../services/gst/filing.ts'
import { gstr1Json } from '../services/gst/gstr1.ts'
import { type GstTables, gstMonth, gstReturn, requireEquation } from '../services/gst/month.ts'
import { boundsOf, lastOf, type Months, monthsOf } from '../services/gst/period.ts'
import { salesRegister } from '../services/gst/register.ts'
import { requireSeller } from '../services/gst/sellers.ts'
import { tallyXml } from '../services/gst/tally.ts'
import { gstWorkbook } from '../services/gst/workbook.ts'
import type { Session } from '../session.ts'

type Call = {
  db: Db
  params: { month: string }
  query: { gstin: string }
  who: Session
  context: AppContext
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}
/** The documents of a file: those of one GST number in the months of a return. */
type Part = Awaited<ReturnType<typeof requireSeller>> & { months: Months }
type File = Pick<Download, 'type'> & { call: string; name: string; ending: string }

/** The text for a return: '2026-11', or '2026-10 to 2026-12'. */
const wordsOf = (months: Months) => (months.length > 1 ? `${months[0]} to ${lastOf(months)}` : months[0])

/** Sends a file about a return, with an entry in the audit log. @throws HttpError 409 if it cannot be exported */
async function send(
  made: Call,
  { call, name, ending, type }: File,
  partsOf: (part: Part) => Download['parts'],
) {
  const { db, params, query, context, request, reply } = made
  const months = await monthsOf(db, params.month)
  const of = await requireSeller(db, months, query.gstin)
  await requireEquation(db, boundsOf(months, of.seller))
  const number = of.seller ? `, ${of.gstin}` : ''
  await auditRead(made, call, { object: '', after: { month: wordsOf(months) + number } })
  request.visit?.pause()
  const start = of.seller ? `${name}-${of.gstin}` : name
  const file = { name: `${start}-${lastOf(months)}.${ending}`, type, parts: partsOf({ ...of, months }) }
  return sendLongFile(reply, context.config, file)
}

/** More notes than a return can have. */
const ALL_NOTES = 1_000_000
/** The tables of a return as a file, which is generated when its first part is read. */
async function* fromTables(
  db: Db,
  { months, seller }: Part,
  parts: (tables: GstTables) => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  notes = 0,
) {
  yield* parts(await gstReturn(db, months, { base: '', notes, seller }))
}

export const gst = serve(calls, {
  month: ({ db, params: { month }, request, context, now }) =>
    gstMonth(db, month, { base: linkBase(request, context.config), now }),
  setFiled: async ({ db, body: { month, filed, reason }, who, now, audit }) => {
    const months = await monthsOf(db, month, { isLocked: true })
    const name = wordsOf(months)
    if (filed) {
      if (await fileReturn(db, months, { by: who.name, now }))
        audit({ object: name, after: { month: name, filed } })
      return
    }
    if (who.role !== 'superadmin')
      throw new HttpError(403, 'Only the superadmin unlocks a month that is filed', { code: 'superadmin' })
    const filing = await unlockReturn(db, months)
    if (filing) audit({ object: name, before: filing, after: { month: name, filed, reason } })
  },
  register: (call) =>
    send(
      call,
      { call: 'gst.register', name: 'sales-register', ending: 'csv', type: 'text/csv' },
      ({ months, seller }) => csvLines(registerColumns, salesRegister(call.db, boundsOf(months, seller))),
    ),
  gstr1: (call) =>
    send(call, { call: 'gst.gstr1', name: 'gstr1', ending: 'json', type: 'application/json' }, (of) =>
      fromTables(call.db, of, (tables) => gstr1Json(tables, of.gstin)),
    ),
  workbook: (call) =>
    send(
      call,
      {
        call: 'gst.workbook',
        name: 'gst',
        ending: 'xlsx',
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      },
      (of) =>
        fromTables(
          call.db,
          of,
          async function* (tables) {
            yield await gstWorkbook(tables)
          },
          ALL_NOTES,
        ),
    ),
  tally: (call) =>
    send(
      call,
      { call: 'gst.tally', name: 'tally', ending: 'xml', type: 'text/xml' },
      ({ months, seller, name }) => tallyXml(salesRegister(call.db, boundsOf(months, seller)), name),
    ),
})
