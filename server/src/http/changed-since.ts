import { deliveryStatus } from '@kirana/contract/wire/shapes'
import { formatWhen } from '@kirana/domain/calendar'
import type { DeliveryStatus } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { HttpError } from '../errors.ts'

/**
 * The 409 for an order that was changed after the caller loaded it. Its message names the person, the new status and
 * the time.
 */
export const changedSince = ({ by, to, at }: { by: string; to: DeliveryStatus; at: Date }, now: Date) =>
  new HttpError(409, `${by} set this order to ${z.encode(deliveryStatus, to)} ${formatWhen(at, now)}`, {
    code: 'stale',
  })
