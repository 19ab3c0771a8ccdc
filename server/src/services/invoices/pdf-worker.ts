import { parentPort } from 'node:worker_threads'
import type { InvoiceData } from './data.ts'
import { renderInvoice } from './pdf.ts'

/** The worker's answer: the PDF, or the error message. */
export type Drawn = { pdf: Uint8Array } | { message: string }

const draw = (invoice: InvoiceData): Promise<Drawn> =>
  renderInvoice(invoice).then(
    (pdf) => ({ pdf }),
    (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) }),
  )

parentPort?.on('message', (invoice: InvoiceData) => {
  void draw(invoice).then((drawn) => parentPort?.postMessage(drawn))
})
