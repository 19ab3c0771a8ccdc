import type { Config } from './config/config.ts'
import type { Database } from './db/types.ts'
import type { Prepared } from './request/prepared-file.ts'
import type { Sender } from './services/files/files.ts'
import type { FileStore } from './services/files/store.ts'
import type { InvoiceDrawer } from './services/invoices/drawer.ts'
import type { Live } from './services/journal/live.ts'
import type { Codes } from './services/messaging/codes.ts'
import type { Push } from './services/messaging/push.ts'
import type { Payments } from './services/payments/open.ts'

/** What the process provides to every handler. */
export type AppContext = {
  config: Config
  database: Database
  files: FileStore
  /**
   * Checks uploaded files and converts images to WebP without metadata. Keep the incoming files until these are stored.
   * @throws HttpError 415 for a wrong type or a damaged file, 413 for too many pixels, 503 if too many files are queued
   */
  prepareFiles: (
    incoming: readonly { path: string; size: number }[],
    kind: 'image' | 'document',
    sender: Sender,
  ) => Promise<Prepared[]>
  live: Live
  push: Push
  payments: Payments
  invoices: InvoiceDrawer
  /** The clock, which tests can set. */
  now: () => Date
  /** Sends one-time codes to phones. */
  codes: Codes
}
