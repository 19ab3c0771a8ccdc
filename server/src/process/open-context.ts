import type { Config } from '../config/config.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/types.ts'
import { prepare } from '../services/files/files.ts'
import type { FileStore } from '../services/files/store.ts'
import { openInvoiceDrawer } from '../services/invoices/drawer.ts'
import { openLive } from '../services/journal/live.ts'
import type { Codes } from '../services/messaging/codes.ts'
import type { Fcm } from '../services/messaging/fcm.ts'
import { openPush } from '../services/messaging/push.ts'
import { openPayments } from '../services/payments/open.ts'
import { openRazorpay } from '../services/payments/razorpay.ts'

type Parts = {
  config: Config
  database: Database
  files: FileStore
  fcm: Fcm | null
  codes: Codes
  now: () => Date
  /** Called when background work fails. */
  failed: (error: unknown) => void
  /** Maximum time of a request to the payment provider. */
  razorpayTimeoutMs?: number
}

/** Opens what the handlers use. Background work begins with `start` of push, codes and payments. */
export async function openContext({ failed, fcm, razorpayTimeoutMs, ...given }: Parts): Promise<AppContext> {
  const { config, database, now } = given
  const live = await openLive(database, failed)
  const razorpay =
    config.razorpay &&
    openRazorpay(config.razorpay, razorpayTimeoutMs ? { timeoutMs: razorpayTimeoutMs } : {})
  return {
    ...given,
    prepareFiles: prepare,
    live,
    push: openPush(database, fcm, failed),
    payments: openPayments(database, razorpay, { now, live, failed }),
    invoices: openInvoiceDrawer(failed),
  }
}

/**
 * Ends background work, then closes live events and the drawing of invoices. `served` resolves when the last handler
 * has ended. Leaves the database open.
 */
export async function closeContext(
  { push, codes, payments, live, invoices }: AppContext,
  served: Promise<unknown>,
) {
  await Promise.all([served, push.close(), codes.close(), payments.close()])
  await Promise.all([live.close(), invoices.close()])
}
