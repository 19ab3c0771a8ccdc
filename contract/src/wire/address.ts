import { PINCODE_RULE, pincodePattern } from '@kirana/domain/pincode'
import { PINCODE_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { phone } from './phone.ts'
import { id, optionalText, required, renamed } from './shapes.ts'

const fields = {
  fullName: z.string(),
  phone: z.string(),
  houseNo: z.string(),
  landmark: z.string(),
  street: z.string(),
  pincode: z.string(),
  city: z.string(),
  state: z.string(),
}

/** The delivery address of an order. */
export const Address = z.object(fields)
export type Address = z.input<typeof Address>

/** An address in a customer's address book. */
export const SavedAddress = renamed({ _id: id, ...fields }, { _id: 'id' })
export type SavedAddress = z.input<typeof SavedAddress>

/** A pincode: a string of six digits. */
export const sixDigits = (missing: string) => required(missing).check(z.regex(pincodePattern, PINCODE_RULE))

const REQUIRED = 'Name, house number, street and city are required'
const input = {
  fullName: required(REQUIRED, 100),
  phone,
  houseNo: required(REQUIRED, 100),
  landmark: optionalText(200),
  street: required(REQUIRED, 200),
  pincode: sixDigits(PINCODE_REQUIRED),
  city: required(REQUIRED, 100),
  state: optionalText(100),
}

export const AddressInput = z.object(input, { error: 'Address is not valid' })

/** With an `_id` it updates the saved address of that id; without one it adds a new address. */
export const SavedAddressInput = renamed({ _id: z.optional(id), ...input }, { _id: 'id' })
