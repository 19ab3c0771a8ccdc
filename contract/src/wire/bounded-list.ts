import * as z from 'zod/mini'

/** A list of at most `max` elements; z.array() validates all elements before it checks their number. */
export const boundedList = <T extends z.core.$ZodType>(
  element: T,
  max: number,
  { error, tooMany = error }: { error: string; tooMany?: string },
) =>
  z.pipe(
    z.transform<z.input<T>[], z.input<T>[]>((list, { issues }) => {
      if (!Array.isArray(list) || list.length <= max) return list
      issues.push({ code: 'custom', message: tooMany, input: list })
      return z.NEVER
    }),
    z.array(element, { error }).check(z.maxLength(max, tooMany)),
  )
