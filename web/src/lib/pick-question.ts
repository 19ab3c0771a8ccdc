import { ApiError } from '#/lib/api-error.ts'
import { createStore } from '#/lib/store.ts'
import type { Change } from './outbox/changes.ts'

/** A status change that a user has requested. */
export type StatusPress = Pick<Change, 'orderId' | 'number' | 'from' | 'to' | 'reason'>

/**
 * A status change that was rejected because the order is being picked. `message` describes the progress of the pick.
 */
export type PickQuestion = StatusPress & { message: string }

/** The open question about a pick. One dialog asks it for all screens that set a status. */
export const pickQuestion = createStore<PickQuestion | null>(null)

export const isPicking = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'picking'
