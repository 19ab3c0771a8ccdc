import { randomInt } from 'node:crypto'
import { codes as calls } from '@kirana/contract/codes'
import { maskPhone } from '@kirana/domain/phone'
import { desc } from 'drizzle-orm'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { countsOfDay } from '../services/messaging/code-rows.ts'
import { countAttempt, type Rule } from '../services/people/rate-limits.ts'
import { codeMessages as table } from '../tables/code-messages.ts'

/** Three test codes, then one a minute, because each costs money. */
const tests: Rule = { free: 3, firstWait: 60, growth: 1 }
const validMs = 10 * 60_000

export const codes = serve(calls, {
  list: async ({ db, context: { codes, config }, now }) => ({
    isSample: config.sampleMode,
    provider: codes.provider && {
      name: codes.provider.name,
      channels: codes.provider.channels.map(({ channel }) => channel),
      settings: Object.entries(codes.provider.about).map(([name, value]) => ({ name, value })),
    },
    ...(await countsOfDay(db, now)),
    messages: await db.select().from(table).orderBy(desc(table.id)).limit(50),
  }),
  test: async ({ db, body: { phone }, context: { codes }, request, now, audit, after }) => {
    if (!codes.provider) throw new HttpError(409, 'No provider is set: SMS_PROVIDER is empty')
    await countAttempt(db, { 'codes:test': tests }, now)
    // The hash of a test code is not stored, so it cannot be used to sign in.
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const validUntil = new Date(now.getTime() + validMs)
    const message = await codes.record(db, { purpose: 'test', phone, code, validUntil })
    audit({ object: message.id, after: { phone: maskPhone(phone) } })
    after(() => {
      request.visit?.pause()
      return codes.handOver(message)
    })
    return { id: message.id }
  },
})
