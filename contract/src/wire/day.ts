import { readDay } from '@kirana/domain/day'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './bounded.ts'

/** A day in Asia/Kolkata, D/M/YYYY or ISO 8601; 'YYYY-MM-DD' inside, null when empty. `invalid` is shown for other texts. */
export const dayInput = (invalid: string) =>
  z.codec(boundedText(MAX_NUMBER, invalid), z.nullable(z.string()), {
    decode: (text, context) => {
      const day = readDay(text)
      if (day !== null) return day || null
      context.issues.push({ code: 'custom', message: invalid, input: text })
      return z.NEVER
    },
    encode: (day) => day ?? '',
  })
