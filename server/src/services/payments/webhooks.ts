import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from '../../errors.ts'
import type { PaymentProvider, ProviderEvent } from './provider.ts'

/** Webhooks with a wrong signature that came since the last right one. `lastAt` is null if there were none. */
export type WrongWebhooks = { count: number; lastAt: Date | null }

/**
 * Reads webhooks, and counts the wrongly signed ones: a wrong secret shows nowhere else but in the log. A right one ends
 * the count, because then the secret is right. Each process counts what it got itself, and stores nothing: anybody can send
 * such a webhook.
 */
export function webhookReader(provider: PaymentProvider | null, now: () => Date) {
  let wrong: WrongWebhooks = { count: 0, lastAt: null }
  return {
    /** @throws HttpError 400 for a wrong signature, 404 without a provider */
    readEvent(raw: Buffer, headers: IncomingHttpHeaders): { provider: string; event: ProviderEvent } {
      if (!provider) throw new HttpError(404, 'Online payment is not available')
      try {
        const event = provider.readEvent(raw, headers)
        wrong = { count: 0, lastAt: null }
        return { provider: provider.name, event }
      } catch (error) {
        if (error instanceof HttpError && error.code === 'signature')
          wrong = { count: wrong.count + 1, lastAt: now() }
        throw error
      }
    },
    wrongWebhooks: () => wrong,
  }
}
