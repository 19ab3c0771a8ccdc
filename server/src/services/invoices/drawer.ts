import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../../errors.ts'
import { fairTurns } from '../../request/fair-turns.ts'
import type { InvoiceData } from './data.ts'
import type { Drawn } from './pdf-worker.ts'

export type InvoiceDrawer = {
  /**
   * The invoice as a PDF. Whether the caller may see it has been checked before.
   * @throws HttpError 503 when too many calls wait, the thread dies or the drawer is closed; Error when it does not add
   * up
   */
  draw: (invoice: InvoiceData, caller: string) => Promise<Buffer>
  /** Ends the thread and rejects the waiting calls. */
  close: () => Promise<void>
}

const MB = 1024 * 1024
const defaults = {
  maxWaitingPerCaller: 20,
  maxWaiting: 100,
  maxKeptBytes: 32 * MB,
  /** An invoice of a hundred lines takes a fifth of a second. */
  maxDrawingMs: 30_000,
  maxThreadMb: 256,
}

const refusal = (message: string) => new HttpError(503, message, { retryAfter: 1 })
const busy = () => refusal('Too many invoices at once. Please try again')
const interrupted = () => refusal('The invoice could not be drawn. Please try again')

/**
 * A hash of everything that is drawn, so that the cache never returns the PDF of an earlier state or of another
 * invoice.
 */
const keyOf = (invoice: InvoiceData) => createHash('sha256').update(JSON.stringify(invoice)).digest('base64')

/** A cache of the most recently requested PDFs, up to a number of bytes. */
function keptPdfs(maxBytes: number) {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  const remove = (key: string, pdf: Buffer) => {
    bytes -= pdf.length
    kept.delete(key)
  }
  return {
    get(key: string) {
      const pdf = kept.get(key)
      if (pdf === undefined) return undefined
      kept.delete(key)
      kept.set(key, pdf)
      return pdf
    },
    add(key: string, pdf: Buffer) {
      if (pdf.length > maxBytes) return
      kept.set(key, pdf)
      bytes += pdf.length
      for (const [oldest, old] of kept) {
        if (bytes <= maxBytes) return
        remove(oldest, old)
      }
    },
  }
}

/**
 * Draws invoices on a worker thread, one at a time, so that the main thread keeps answering other calls, and caches the
 * latest ones. The thread starts with the first invoice. If it dies, the current call fails and a new thread is
 * started.
 */
export function openInvoiceDrawer(
  failed: (error: unknown) => void,
  limits: Partial<typeof defaults> = {},
): InvoiceDrawer {
  const { maxWaitingPerCaller, maxWaiting, maxKeptBytes, maxDrawingMs, maxThreadMb } = {
    ...defaults,
    ...limits,
  }
  const kept = keptPdfs(maxKeptBytes)
  const all = { reserved: 0, runningPerCaller: 1, waitingPerCaller: maxWaitingPerCaller, waiting: maxWaiting }
  const turns = fairTurns({ turns: 1, lanes: { all }, refusal: busy })
  let thread: Worker | null = null
  /** Settles the current drawing; a second call has no effect. */
  let settle: { resolve: (pdf: Buffer) => void; reject: (error: Error) => void } | undefined
  let isClosed = false

  function begin(): Worker {
    const begun = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
    })
    const died = (error: unknown) => {
      if (thread !== begun) return
      thread = null
      failed(error)
      settle?.reject(interrupted())
    }
    begun.on('message', (drawn: Drawn) => {
      if (!('pdf' in drawn)) return settle?.reject(new Error(drawn.message))
      settle?.resolve(Buffer.from(drawn.pdf.buffer, drawn.pdf.byteOffset, drawn.pdf.byteLength))
    })
    begun.on('error', died)
    begun.on('exit', (code) => died(new Error(`The thread that draws invoices ended with ${code}`)))
    // The waiting call keeps the process alive; the thread must not.
    begun.unref()
    return begun
  }

  async function drawOnThread(invoice: InvoiceData): Promise<Buffer> {
    const worker = (thread ??= begin())
    const timer = setTimeout(() => void worker.terminate(), maxDrawingMs)
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        settle = { resolve, reject }
        worker.postMessage(invoice)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    draw: async (invoice, caller) => {
      if (isClosed) throw interrupted()
      const key = keyOf(invoice)
      const pdf = kept.get(key)
      if (pdf) return pdf
      return turns.run('all', caller, async () => {
        if (isClosed) throw interrupted()
        // Another caller may have requested the same invoice while this one waited.
        const known = kept.get(key)
        if (known) return known
        const drawn = await drawOnThread(invoice)
        kept.add(key, drawn)
        return drawn
      })
    },
    close: async () => {
      isClosed = true
      const last = thread
      thread = null
      settle?.reject(interrupted())
      await last?.terminate()
    },
  }
}
