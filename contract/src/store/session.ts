import * as z from 'zod/mini'
import { phone } from '../phone.ts'
import { write } from '../route.ts'
import { optionalText } from '../shapes.ts'
import { Me } from './me.ts'

export const storeSession = {
  sendCode: write({
    access: 'public',
    method: 'POST',
    path: '/store/session/code',
    summary: 'Sends a one-time code to a mobile number; `code` is in the answer in sample mode only',
    body: z.object({ phone }),
    data: z.object({ code: z.optional(z.string()) }),
    message: 'Code sent successfully',
  }),
  signIn: write({
    access: 'public',
    method: 'POST',
    path: '/store/session',
    summary: 'Signs a customer in with the code; the first time makes the account',
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
    }),
    data: z.object({ token: z.string(), user: Me }),
    message: 'Logged in successfully',
  }),
  signOut: write({
    access: 'customer',
    method: 'DELETE',
    path: '/store/session',
    summary: 'Ends the session of the token',
    message: 'Logged out successfully',
  }),
}
