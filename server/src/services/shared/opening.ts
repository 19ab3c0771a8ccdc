import {
  alwaysOpen,
  closedSentence,
  deliveryEstimate,
  isClosedByHand,
  type Opening,
  openingState,
  type OpeningState,
  type Week,
} from '@kirana/domain/opening'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../db/types.ts'
import { HttpError, requireRow } from '../../errors.ts'
import { company } from '../../tables/company.ts'
import { type ClosedDay, opening as table } from '../../tables/opening.ts'

/** The value of `storedOpening`. */
export type StoredOpening = {
  week: Week | null
  closedDays: ClosedDay[]
  isClosed: boolean
  closedUntil: string | null
  busyMinutes: number
}
export const StoredOpening: z.ZodMiniType<StoredOpening> = z.strictObject({
  week: z.nullable(z.array(z.array(z.strictObject({ from: z.int(), to: z.int() })))),
  closedDays: z.array(z.strictObject({ date: z.string(), reason: z.string() })),
  isClosed: z.boolean(),
  closedUntil: z.nullable(z.string()),
  busyMinutes: z.int(),
})

/** SQL of the store's opening hours as JSON, for use in other statements; NULL if none are set. */
export const storedOpening = sql`(SELECT json_build_object('week', week, 'closedDays', closed_days, 'isClosed', is_closed,
  'closedUntil', closed_until, 'busyMinutes', busy_minutes) FROM opening)`

const asRule = (stored: StoredOpening | null): Opening =>
  stored
    ? {
        ...stored,
        closedDays: stored.closedDays.map(({ date }) => date),
        closedUntil: stored.closedUntil === null ? null : new Date(stored.closedUntil),
      }
    : alwaysOpen

/** The response of the store API. `eta` is null while closed or without a delivery time. */
export type OpenNow = OpeningState & { eta: string | null }

/** The delivery estimate: `deliveryTime`, plus the additional minutes while the store is busy. */
export const estimateOf = (stored: StoredOpening | null, deliveryTime: string) =>
  deliveryEstimate(deliveryTime, stored?.busyMinutes ?? 0)

export function openNow(stored: StoredOpening | null, deliveryTime: string, now: Date): OpenNow {
  const state = openingState(asRule(stored), now)
  return { ...state, eta: (state.isOpen && estimateOf(stored, deliveryTime)) || null }
}

/**
 * Rejects calls of customers while the store is closed; `stored` is the value of `storedOpening`.
 * @throws HttpError 422 `closed`, which says when it opens
 */
export function requireOpen(stored: unknown, now: Date) {
  const { isOpen, opensAt } = openingState(asRule(z.parse(z.nullable(StoredOpening), stored)), now)
  if (!isOpen) throw new HttpError(422, closedSentence(opensAt, now), { code: 'closed' })
}

/** The opening hours for staff. One statement. */
export async function readOpening(db: Db, now: Date) {
  const rows = await db
    .select({ deliveryTime: company.deliveryTime, stored: table })
    .from(company)
    .leftJoin(table, sql`true`)
  const { deliveryTime, stored } = requireRow(rows, 'Company')
  const { closedUntil = null, closedAt = null, closedBy = '', version = 0 } = stored ?? {}
  const { week = null, closedDays = [], busyMinutes = 0, isClosed = false } = stored ?? {}
  const rule = { week, closedDays, busyMinutes, isClosed, closedUntil: closedUntil?.toISOString() ?? null }
  const isClosedNow = isClosedByHand({ isClosed, closedUntil }, now)
  return {
    ...openNow(rule, deliveryTime, now),
    version,
    week: week?.map((day) => [...day]) ?? null,
    closedDays,
    isClosed: isClosedNow,
    closedUntil: isClosedNow ? closedUntil : null,
    closedAt: isClosedNow ? closedAt : null,
    closedBy: isClosedNow ? closedBy : '',
    busyMinutes,
    deliveryTime,
  }
}
