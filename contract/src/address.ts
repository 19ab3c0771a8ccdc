import { PINCODE_RULE, pincodePattern } from '@kirana/domain/pincode'
import * as z from 'zod/mini'
import { phone } from './phone.ts'
import { id, optionalText, required, spelled } from './shapes.ts'

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

/** Where an order goes. */
export const Address = z.object(fields)
export type Address = z.input<typeof Address>

/** An address that a customer keeps. */
export const KeptAddress = spelled({ _id: id, ...fields }, { _id: 'id' })
export type KeptAddress = z.input<typeof KeptAddress>

/** Six digits, as a text. */
export const sixDigits = (missing: string) => required(missing).check(z.regex(pincodePattern, PINCODE_RULE))

const NEEDED = 'Name, house number, street and city are required'
const sent = {
  fullName: required(NEEDED, 100),
  phone,
  houseNo: required(NEEDED, 100),
  landmark: optionalText(200),
  street: required(NEEDED, 200),
  pincode: sixDigits('Pincode is required'),
  city: required(NEEDED, 100),
  state: optionalText(100),
}

export const SentAddress = z.object(sent, { error: 'Address is not valid' })

/** With the `_id` of a kept address it stays that address, without one it is a new one. */
export const SentKeptAddress = spelled({ _id: z.optional(id), ...sent }, { _id: 'id' })
