import * as z from 'zod/mini'
import type { Address } from '../../tables/orders.ts'

export const addressFields = {
  fullName: z.string(),
  phone: z.string(),
  houseNo: z.string(),
  landmark: z.string(),
  street: z.string(),
  pincode: z.string(),
  city: z.string(),
  state: z.string(),
}

/** An address as statements read it. */
export const storedAddress = z.strictObject(addressFields) satisfies z.ZodMiniType<Address>
