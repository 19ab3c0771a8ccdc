import { normalisePhone } from '@kirana/domain/phone'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './bounded.ts'

const NOT_A_MOBILE = 'Enter a 10 digit mobile number'

/** An Indian mobile number in any common notation; '+91XXXXXXXXXX' inside. */
export const phone = z.codec(boundedText(MAX_NUMBER, NOT_A_MOBILE), z.string(), {
  decode: (text, context) => {
    const stored = normalisePhone(text)
    if (stored !== null) return stored
    context.issues.push({ code: 'custom', message: NOT_A_MOBILE, input: text })
    return z.NEVER
  },
  encode: (stored) => stored,
})
