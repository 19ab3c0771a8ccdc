import { invoices as calls } from '@kirana/contract/invoices'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import type { InvoiceData } from '../services/invoices/data.ts'
import { readChallan } from '../services/invoices/challan.ts'
import { readCreditNote, readInvoice } from '../services/invoices/issue.ts'
import type { Session } from '../session.ts'

const ownerOf = (who: Session) => (who.role === 'customer' ? who.id : null)

type Call = { who: Session; context: AppContext; request: FastifyRequest; reply: FastifyReply }

async function sendPdf({ who, context, request, reply }: Call, invoice: InvoiceData, kind: string) {
  // A worker thread draws the PDF. A call that waits for it must not hold a turn that others need.
  request.visit?.pause()
  const pdf = await context.invoices.draw(invoice, `${who.role}:${who.id}`)
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${kind}-${invoice.number.replace('/', '-')}.pdf"`,
      'cache-control': 'private, no-store',
    })
    .send(pdf)
}

export const invoices = serve(calls, {
  get: async ({ db, params, ...call }) => {
    const invoice = await readInvoice(db, params.id, ownerOf(call.who))
    if (!invoice) throw new HttpError(404, 'Invoice not found')
    return sendPdf(call, invoice, 'invoice')
  },
  creditNote: async ({ db, params, ...call }) => {
    const note = await readCreditNote(db, params.id, ownerOf(call.who))
    if (!note) throw new HttpError(404, 'Credit note not found')
    return sendPdf(call, note, 'credit-note')
  },
  challan: async ({ db, params, ...call }) => {
    const challan = await readChallan(db, params.id, ownerOf(call.who))
    if (!challan) throw new HttpError(404, 'Delivery challan not found')
    return sendPdf(call, challan, 'challan')
  },
})
