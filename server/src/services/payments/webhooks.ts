import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from '../../errors.ts'
import type { PaymentProvider, ProviderEvent } from './provider.ts'

/** Webhooks with a wrong signature since the last valid one. `lastAt` is null if there were none. */
export type WrongWebhooks = { count: number; lastAt: Date | null }

/**
 * Reads webhooks and counts those with a wrong signature, because otherwise a wrong secret would only be visible in the
 * log. A valid webhook resets the count, because it proves that the secret is right. Each process counts its own
 * webhooks in memory: storing them would let unauthenticated callers fill the database.
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
