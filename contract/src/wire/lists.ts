import { readDay } from '@kirana/domain/day'
import { MAX_PAGE } from '@kirana/domain/paging'
import { ID_INVALID, SORT_INVALID } from '@kirana/domain/texts'
import { orderSorts } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER, text } from './bounded.ts'

/** A page of a list, `{ data, totalPages }`. */
export const paged = <T extends z.core.$ZodType>(row: T) =>
  z.object({ data: z.array(row), totalPages: z.int() })

/** A whole number as a path parameter, a string on the wire. */
export const numberInPath = (min: number, max: number, message: string) =>
  z.codec(
    z.union([boundedText(MAX_NUMBER, message), z.number()], { error: message }),
    z.int(message).check(z.gte(min, message), z.lte(max, message)),
    {
      decode: (text) =>
        typeof text === 'number' ? text : /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN,
      encode: String,
    },
  )

export const page = numberInPath(1, MAX_PAGE, 'Page is not valid')
export const byPage = z.object({ page })

/** The query of a cursor-paged list; `cursor` is the `next` of the previous page. */
export const byCursor = {
  cursor: z.optional(boundedText(200, 'Cursor is not valid')),
}

/** Filters a list by an id; '' means no filter. */
export const idFilter = z._default(boundedText(200, ID_INVALID), '')

/** Filters a list by a day ('YYYY-MM-DD') of Asia/Kolkata; '' means no filter. */
export const dayFilter = z._default(
  boundedText(MAX_NUMBER, 'Date is not valid').check(
    z.refine((day) => day === '' || readDay(day) === day, { error: 'Date is not valid' }),
  ),
  '',
)

/** The search text of a list; '' means no search. */
export const search = z._default(text(100, 'Search is not valid', 'Search is at most 100 characters'), '')

/** The sort order of a list of orders or payments. */
export const orderSort = z._default(z.enum(orderSorts, { error: SORT_INVALID }), '')
