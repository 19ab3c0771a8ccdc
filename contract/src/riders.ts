import * as z from 'zod/mini'
import { boundedText, MAX_NUMBER } from './wire/bounded.ts'
import { amountInput } from './wire/numbers.ts'
import { phone } from './wire/phone.ts'
import { forStaff, get, post, put } from './wire/route.ts'
import { flag, id, personName, renamed, rupees, staleRefusal, version, versionSeen } from './wire/shapes.ts'

const PIN = 'A PIN has 6 digits'
export const sixDigitPin = boundedText(MAX_NUMBER, PIN).check(z.regex(/^\d{6}$/, PIN))

/** A rider as dispatchers manage them. Riders are not staff. */
export const Rider = renamed(
  {
    _id: id,
    name: z.string(),
    phone: z.string(),
    isActive: z.boolean(),
    /** The most cash that the rider may have; 0 means none. */
    cashLimit: rupees,
    hasPin: z.boolean(),
    version,
  },
  { _id: 'id' },
)
export type Rider = z.input<typeof Rider>

const fields = {
  name: personName('Name is required'),
  phone,
  isActive: z._default(flag, true),
  cashLimit: amountInput('Cash limit is required'),
}

/** The riders of the store, whom staff manage. `contract/src/rider.ts` has what riders do themselves. */
export const riders = {
  list: get(forStaff('dispatch'), '/rider/get/all', 'All riders by name', { data: z.array(Rider) }),
  // A PIN gives access to the rider's session, whose actions move money, so both calls require a fresh second factor.
  add: post(forStaff('dispatch'), '/rider/add', 'Adds a rider', {
    fresh: true,
    isSecret: true,
    body: z.object({ ...fields, pin: z.optional(z.nullable(sixDigitPin)) }),
    data: Rider,
    message: 'Rider added successfully',
  }),
  edit: put(
    forStaff('dispatch'),
    '/rider/edit',
    'Changes a rider. Without `pin` the PIN stays, null removes it. A new phone or PIN, and disabling, end the ' +
      'sessions of the rider at once. With `version`, 409 `stale` if it was changed since that version',
    {
      fresh: true,
      refusals: staleRefusal(Rider),
      isSecret: true,
      body: z.object({
        riderId: id,
        ...fields,
        pin: z.optional(z.nullable(sixDigitPin)),
        version: versionSeen,
      }),
      data: Rider,
      message: 'Rider updated successfully',
    },
  ),
}
