import { gst as calls } from '@kirana/contract/gst'
import { registerColumns } from '../csv/register.ts'
import { csvLines } from '../csv/write.ts'
import { sendLongFile } from '../http/download.ts'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { writeAudit } from '../request/audit.ts'
import { gstMonth } from '../services/gst/month.ts'
import { requireExportable, salesRegister } from '../services/gst/register.ts'

export const gst = serve(calls, {
  month: ({ db, params: { month }, request, context, now }) =>
    gstMonth(db, month, { base: linkBase(request, context.config), now }),
  register: async ({ db, params: { month }, who, context, request, reply, now }) => {
    await requireExportable(db, month)
    const change = { object: '', after: { month } }
    await writeAudit(db, { call: 'gst.register', who, requestId: request.id, change, now })
    request.visit?.pause()
    return sendLongFile(reply, context.config, {
      name: `sales-register-${month}.csv`,
      type: 'text/csv',
      parts: csvLines(registerColumns, salesRegister(db, month)),
    })
  },
})
