import { invoices as calls } from '@kirana/contract/invoices'
import { invoiceNumber } from '@kirana/domain/invoice'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { readInvoice } from '../services/invoices/issue.ts'

export const invoices = serve(calls, {
  get: async ({ db, params, who, context, request, reply }) => {
    const invoice = await readInvoice(db, params.id, who.role === 'customer' ? who.id : null)
    if (!invoice) throw new HttpError(404, 'Invoice not found')
    const number = invoiceNumber(invoice.year, invoice.sequence)
    // It is drawn beside the calls, and whoever waits for that must not keep a turn from others.
    request.visit?.pause()
    const pdf = await context.invoices.draw({ ...invoice, number }, `${who.role}:${who.id}`)
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="invoice-${number.replace('/', '-')}.pdf"`,
        'cache-control': 'private, no-store',
      })
      .send(pdf)
  },
})
