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
import { writeAudit } from '../request/audit.ts'
import { fileMonth, unlockMonth } from '../services/gst/filing.ts'
import { gstr1Json } from '../services/gst/gstr1.ts'
import { type GstTables, gstMonth, gstReturn } from '../services/gst/month.ts'
import { requireExportable, salesRegister } from '../services/gst/register.ts'
import { tallyXml } from '../services/gst/tally.ts'
import { gstWorkbook } from '../services/gst/workbook.ts'
import type { Session } from '../session.ts'

type Call = {
  db: Db
  params: { month: string }
  who: Session
  context: AppContext
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}
type Company = Awaited<ReturnType<typeof requireExportable>>
type File = Omit<Download, 'parts'> & { call: string }

/** Sends a file about a month, with an entry in the audit log. @throws HttpError 409 if the month cannot be exported */
async function send(
  { db, params: { month }, who, context, request, reply, now }: Call,
  { call, ...file }: File,
  partsOf: (company: Company) => Download['parts'],
) {
  const company = await requireExportable(db, month)
  const change = { object: '', after: { month } }
  await writeAudit(db, { call, who, requestId: request.id, change, now })
  request.visit?.pause()
  return sendLongFile(reply, context.config, { ...file, parts: partsOf(company) })
}

/** More notes than a month can have. */
const ALL_NOTES = 1_000_000
/** The tables of a month as a file, which is made once its first part is read. */
async function* fromTables(
  { db, params: { month } }: Call,
  parts: (tables: GstTables) => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  notes = 0,
) {
  yield* parts(await gstReturn(db, month, { base: '', notes }))
}

export const gst = serve(calls, {
  month: ({ db, params: { month }, request, context, now }) =>
    gstMonth(db, month, { base: linkBase(request, context.config), now }),
  setFiled: async ({ db, body: { month, filed, reason }, who, now, audit }) => {
    if (filed) {
      if (await fileMonth(db, month, { by: who.name, now })) audit({ object: month, after: { month, filed } })
      return
    }
    if (who.role !== 'superadmin')
      throw new HttpError(403, 'Only the superadmin unlocks a month that is filed', { code: 'superadmin' })
    const filing = await unlockMonth(db, month)
    if (filing) audit({ object: month, before: filing, after: { month, filed, reason } })
  },
  register: (call) =>
    send(
      call,
      { call: 'gst.register', name: `sales-register-${call.params.month}.csv`, type: 'text/csv' },
      () => csvLines(registerColumns, salesRegister(call.db, call.params.month)),
    ),
  gstr1: (call) =>
    send(
      call,
      { call: 'gst.gstr1', name: `gstr1-${call.params.month}.json`, type: 'application/json' },
      ({ gstin }) => fromTables(call, (tables) => gstr1Json(tables, gstin)),
    ),
  workbook: (call) =>
    send(
      call,
      {
        call: 'gst.workbook',
        name: `gst-${call.params.month}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      },
      () =>
        fromTables(
          call,
          async function* (tables) {
            yield await gstWorkbook(tables)
          },
          ALL_NOTES,
        ),
    ),
  tally: (call) =>
    send(call, { call: 'gst.tally', name: `tally-${call.params.month}.xml`, type: 'text/xml' }, ({ name }) =>
      tallyXml(salesRegister(call.db, call.params.month), name),
    ),
})
