import { readDay } from '@kirana/domain/day'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './bounded.ts'

const NOT_A_DATE = 'Manufacture date is not a date, write it as D/M/YYYY'

/** 'YYYY-MM-DD' or '' on the wire; null inside when empty. */
export const manufactureDate = z.codec(z.string(), z.nullable(z.string()), {
  decode: (day) => day || null,
  encode: (day) => day ?? '',
})

/** A manufacture date in a request: D/M/YYYY or ISO 8601; null inside when empty or missing. */
export const manufactureDateInput = z._default(
  z.codec(boundedText(MAX_NUMBER, NOT_A_DATE), z.nullable(z.string()), {
    decode: (text, context) => {
      const day = readDay(text)
      if (day !== null) return day || null
      context.issues.push({ code: 'custom', message: NOT_A_DATE, input: text })
      return z.NEVER
    },
    encode: (day) => day ?? '',
  }),
  null,
)
