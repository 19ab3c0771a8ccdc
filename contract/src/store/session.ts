import { LOGGED_IN, LOGGED_OUT } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER, text } from '../wire/bounded.ts'
import { phone } from '../wire/phone.ts'
import { del, forAnyone, forCustomer, post } from '../wire/route.ts'
import { optionalText } from '../wire/shapes.ts'
import { Me } from './me.ts'

const NOTICE_INVALID = 'Notice version is not valid'

/** Identifies the app. Gives no access. */
const device = optionalText(50)

export const storeSession = {
  sendCode: post(
    forAnyone,
    '/store/session/code',
    'Sends a one-time code to a mobile number; only in sample mode the response has the `code`. `device` is the ' +
      'value that an earlier sign-in in this app returned; codes for a device have separate limits. ' +
      '`customersOnly`: too many codes were requested, so for a while only numbers with an account get one; the ' +
      'answer is the same for every number',
    {
      body: z.object({ phone, device }),
      data: z.object({ code: z.optional(z.string()), customersOnly: z.optional(z.literal(true)) }),
      message: 'Code sent successfully',
    },
  ),
  signIn: post(
    forAnyone,
    '/store/session',
    'Signs a customer in with the code; the first sign-in creates the account. `noticeVersion` is the version of ' +
      'the privacy notice that the customer accepted. Keep the `device` of the answer when the customer signs out, ' +
      'and send it with the next code',
    {
      body: z.object({
        phone,
        device,
        code: text(20, 'Code is required', 'Code is not valid').check(z.minLength(1, 'Code is required')),
        fullName: optionalText(100),
        referCode: optionalText(50),
        noticeVersion: z.optional(
          boundedText(MAX_NUMBER, NOTICE_INVALID).check(z.regex(/^[\w.-]{1,40}$/, NOTICE_INVALID)),
        ),
      }),
      data: z.object({ token: z.string(), device: z.string(), user: Me }),
      message: LOGGED_IN,
    },
  ),
  signOut: del(forCustomer, '/store/session', 'Ends the current session', { message: LOGGED_OUT }),
}
