import * as z from 'zod/mini'
import { boundedList } from './bounded-list.ts'
import { id } from './shapes.ts'

/** The most bags of one call. */
export const MAX_BAGS = 50

/** The distinct ids of the orders whose bags the call changes. */
export const orderIds = boundedList(id, MAX_BAGS, {
  error: 'Choose bags',
  tooMany: `Choose at most ${MAX_BAGS} bags`,
}).check(z.minLength(1, 'Choose bags'))

/** A result for each bag of a call, in its order; `_id` is the order's. `message` says why it was not done. */
export const Outcomes = z.object({
  results: z.array(z.object({ _id: id, assigned: z.boolean(), message: z.string() })),
})
export type Outcomes = z.input<typeof Outcomes>
