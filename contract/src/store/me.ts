import { NAME_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { SavedAddress, SavedAddressInput } from '../wire/address.ts'
import { boundedList } from '../wire/bounded-list.ts'
import { forCustomer, get, put } from '../wire/route.ts'
import { id, MAX_PUSH_TOKEN, required, renamed, textIfSent } from '../wire/shapes.ts'

/** The signed-in customer. `referCode` is the customer's own referral code. */
export const Me = renamed(
  {
    _id: id,
    fullName: z.string(),
    phone: z.string(),
    email: z.string(),
    gender: z.string(),
    country: z.string(),
    referCode: z.string(),
    fcmToken: z.string(),
    addresses: z.array(SavedAddress),
  },
  { _id: 'id' },
)
export type Me = z.input<typeof Me>

export const storeMe = {
  get: get(forCustomer, '/store/me', "The customer's profile, addresses and own referral code", { data: Me }),
  edit: put(
    forCustomer,
    '/store/me',
    'Changes any part of the profile; `addresses` replaces the whole list',
    {
      body: z.object({
        fullName: z.optional(required(NAME_REQUIRED, 100)),
        email: textIfSent(200),
        gender: textIfSent(50),
        country: textIfSent(100),
        fcmToken: textIfSent(MAX_PUSH_TOKEN),
        addresses: z.optional(
          boundedList(SavedAddressInput, 20, {
            error: 'Addresses are not valid',
            tooMany: 'Keep 20 addresses at most',
          }),
        ),
      }),
      data: Me,
      message: 'Profile updated successfully',
    },
  ),
}
