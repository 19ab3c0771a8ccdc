import { startNewStore } from '@kirana/testing/server'
import { startHttpSms } from '@kirana/testing/sms/http'
import { test as base } from '../test.ts'

type Shop = { origin: string; codeOf: (phone: string) => string }

/** A separate server with an empty store. `codeOf` returns the sign-in code that was sent to a phone. */
export const test = base.extend<{ shop: Shop }>({
  shop: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const sms = await startHttpSms()
      const { stop, origin } = await startNewStore(sms.environment)
      await give({ origin, codeOf: sms.codeOf })
      await stop()
      await sms.stop()
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ shop }, give) => give(shop.origin),
})
