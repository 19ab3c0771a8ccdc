import { LOGGED_IN, LOGGED_OUT } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { phone } from '../phone.ts'
import { write } from '../route.ts'
import { optionalText } from '../shapes.ts'
import { Me } from './me.ts'

const NOTICE_INVALID = 'Notice version is not valid'

export const storeSession = {
  sendCode: write({
    access: 'public',
    method: 'POST',
    path: '/store/session/code',
    summary: 'Sends a one-time code to a mobile number; only in sample mode the response has the `code`',
    body: z.object({ phone }),
    data: z.object({ code: z.optional(z.string()) }),
    message: 'Code sent successfully',
  }),
  signIn: write({
    access: 'public',
    method: 'POST',
    path: '/store/session',
    summary:
      'Signs a customer in with the code; the first sign-in creates the account. `noticeVersion` is the version of the ' +
      'privacy notice that the customer accepted',
    body: z.object({
      phone,
      code: z
        .string({ error: 'Code is required' })
        .check(
          z.trim(),
          z.minLength(1, { error: 'Code is required', abort: true }),
          z.maxLength(20, 'Code is not valid'),
        ),
      fullName: optionalText(100),
      referCode: optionalText(50),
      noticeVersion: z.optional(
        z.string({ error: NOTICE_INVALID }).check(z.regex(/^[\w.-]{1,40}$/, NOTICE_INVALID)),
      ),
    }),
    data: z.object({ token: z.string(), user: Me }),
    message: LOGGED_IN,
  }),
  signOut: write({
    access: 'customer',
    method: 'DELETE',
    path: '/store/session',
    summary: 'Ends the current session',
    message: LOGGED_OUT,
  }),
}
