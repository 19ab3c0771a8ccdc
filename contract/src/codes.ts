import * as z from 'zod/mini'
import { phone } from './wire/phone.ts'
import { forSuperadmin, get, post } from './wire/route.ts'
import { id, moment, renamed } from './wire/shapes.ts'

const channel = z.enum(['sms', 'whatsapp'])
const state = z.enum(['asked', 'sent', 'failed', 'given-up'])
/**
 * A message with a sign-in code, without the code itself. `state`: `asked` while it is being sent, `sent` once the
 * provider has accepted it, `failed` if the provider has finally refused it, `given-up` if it expired or a newer code
 * replaced it. `error`: the class of the last error (docs/running/providers.md), '' for none; `reason`: the provider's
 * message.
 */
export const CodeMessage = renamed(
  {
    _id: id,
    purpose: z.enum(['sign-in', 'test']),
    phone: z.string(),
    provider: z.string(),
    channel,
    state,
    attempts: z.int(),
    messageId: z.string(),
    error: z.string(),
    reason: z.string(),
    dateAndTime: moment,
  },
  { _id: 'id', dateAndTime: 'createdAt' },
)
export type CodeMessage = z.input<typeof CodeMessage>

export const codes = {
  list: get(
    forSuperadmin,
    '/superadmin/codes',
    'The provider of sign-in codes, the counts of the last 24 hours, the counts of today to new numbers and to all numbers, ' +
      'and the 50 newest messages without their codes',
    {
      data: z.object({
        isSample: z.boolean(),
        provider: z.nullable(
          z.object({
            name: z.string(),
            channels: z.array(channel),
            settings: z.array(z.object({ name: z.string(), value: z.string() })),
          }),
        ),
        counts: z.record(state, z.int()),
        /** Messages to numbers without an account today (Asia/Kolkata), and the store's limit. */
        newNumbers: z.object({ sent: z.int(), limit: z.int() }),
        /** All messages today, and the alarm threshold. */
        all: z.object({ sent: z.int(), limit: z.int() }),
        messages: z.array(CodeMessage),
      }),
    },
  ),
  test: post(
    forSuperadmin,
    '/superadmin/codes/test',
    'Sends a test code, which cannot be used to sign in. Answers after the first attempt; the list shows the outcome',
    {
      throttled: true,
      body: z.object({ phone }),
      data: renamed({ _id: id }, { _id: 'id' }),
      message: 'Test code requested',
    },
  ),
}
export type CodesOverview = z.input<(typeof codes)['list']['data']>
