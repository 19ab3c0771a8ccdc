import { invoices as calls } from '@kirana/contract/invoices'
import { invoiceNumber } from '@kirana/domain/invoice'
import { Refused } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { readInvoice } from '../services/invoices.ts'

export const invoices = serve(calls, {
  get: async ({ db, params, who, reply }) => {
    const invoice = await readInvoice(db, params.id, who.role === 'customer' ? who.id : null)
    if (!invoice) throw new Refused(404, 'Invoice not found')
    const number = invoiceNumber(invoice.year, invoice.sequence)
    // Fonts and the writer of PDF come with the first invoice: a start does not wait for them.
    const { renderInvoice } = await import('../services/invoice-pdf.ts')
    const pdf = await renderInvoice({ ...invoice, number })
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="invoice-${number.replace('/', '-')}.pdf"`,
        'cache-control': 'private, no-store',
      })
      .send(pdf)
  },
})
