import * as z from 'zod/mini'

const NOT_A_MOBILE = 'Enter a 10 digit mobile number'

/** An Indian mobile number however people write it: 98765-43210, 098765 43210, +91…; '+91XXXXXXXXXX' inside. */
export const phone = z.codec(z.string({ error: NOT_A_MOBILE }), z.string(), {
  decode: (text, context) => {
    const digits = /^(?:\+?91|0)?([6-9]\d{9})$/.exec(text.replace(/[\s()-]/g, ''))?.[1]
    if (digits) return `+91${digits}`
    context.issues.push({ code: 'custom', message: NOT_A_MOBILE, input: text })
    return z.NEVER
  },
  encode: (inside) => inside,
})
