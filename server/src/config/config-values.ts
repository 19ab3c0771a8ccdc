import * as z from 'zod/mini'

/** The value of one variable. `expected` completes the sentence 'PORT is not valid: it must be …'. */
export const value = <T>(expected: string, parse: (text: string) => T | null) =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const parsed = parse(text)
      if (parsed !== null) return parsed
      context.issues.push({ code: 'custom', message: expected, input: text })
      return z.NEVER
    }),
  )
export const optional = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null)

function parseHttpUrl(text: string) {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : null
}
export const httpAddress = 'an address such as https://shop.example'
export const httpUrl = value(httpAddress, (text) => parseHttpUrl(text)?.href ?? null)
export const httpOrigin = value(httpAddress, (text) => parseHttpUrl(text)?.origin ?? null)
