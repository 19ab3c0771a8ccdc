import { poll } from '../../jobs/poll.ts'
import type { Database } from '../../db/types.ts'
import type { PaymentProvider } from './provider.ts'
import { sendDueRefund } from './refunds.ts'
import { webhookReader } from './webhooks.ts'
import { compareDay } from './compare.ts'
import { readNextAgain } from './read-again.ts'
import { checkNext } from './reconcile.ts'

const pollIntervalMs = 5_000
/** Interval of checking whether the daily comparison is due; also the pause after a failed comparison. */
const compareIntervalMs = 10 * 60_000

export type Payments = ReturnType<typeof webhookReader> & {
  /** Null if online payment is not configured. */
  provider: PaymentProvider | null
  /** Starts sending refunds and polling open checkouts. */
  start: () => void
  /** Call it after the commit of a change that may have requested a refund. Does not wait for the provider. */
  wake: () => void
  /** Does all due work once. */
  run: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Background work for payments: sends refunds, polls open checkouts, closes expired ones, fetches payments of open
 * faults again, and compares all payments with the provider once a day. It runs in every process; each row is claimed
 * by one process, and only one process compares. `live` is woken after a change.
 */
export function openPayments(
  database: Database,
  provider: PaymentProvider | null,
  { now, live, failed }: { now: () => Date; live: { wake: () => void }; failed: (error: unknown) => void },
): Payments {
  let isClosing = false
  let comparedAt = 0
  async function run() {
    if (!provider) return
    while (!isClosing && (await sendDueRefund(database, provider, now())));
    while (!isClosing && (await checkNext(database, provider, now()))) live.wake()
    while (!isClosing && (await readNextAgain(database, provider, { now: now(), failed }))) live.wake()
    // The absolute value, because after the clock is set back a time far in the future must not delay the comparison.
    if (!isClosing && Math.abs(now().getTime() - comparedAt) >= compareIntervalMs) {
      comparedAt = now().getTime()
      await compareDay(database, provider, { now: now(), failed }).catch(failed)
    }
    // A late payment found by polling is refunded immediately.
    while (!isClosing && (await sendDueRefund(database, provider, now())));
  }
  const polling = poll(pollIntervalMs, failed, run)
  let isStarted = false
  return {
    ...webhookReader(provider, now),
    provider,
    start() {
      if (!provider) return
      isStarted = true
      polling.start()
    },
    wake() {
      if (isStarted) polling.wake()
    },
    run,
    async close() {
      isClosing = true
      await polling.end()
    },
  }
}
