import { ApiError } from '#/lib/api-error.ts'
import { createStore } from '#/lib/store.ts'
import type { Change } from './outbox/changes.ts'

/** An order's status as a person wanted to set it. */
export type StatusPress = Pick<Change, 'orderId' | 'number' | 'from' | 'to' | 'reason'>

/** A status that was not set because the order is being picked; `message` says how far the pick is. */
export type PickQuestion = StatusPress & { message: string }

/** One dialog asks what to do with the pick, whichever screen set the status (`PickQuestionHost`). */
export const pickQuestion = createStore<PickQuestion | null>(null)

export const isPicking = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'picking'
