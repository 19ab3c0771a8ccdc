import { sql } from 'drizzle-orm'
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

/** SQL for the fields of `addresses a`: names and values for a `json_build_object`. */
export const addressColumns = sql`'fullName', a.full_name, 'phone', a.phone, 'houseNo', a.house_no,
  'landmark', a.landmark, 'street', a.street, 'pincode', a.pincode, 'city', a.city, 'state', a.state`

/** The schema of an address in rows. */
export const storedAddress = z.strictObject(addressFields) satisfies z.ZodMiniType<Address>

/** 'MG Road, Mumbai': the place of an address, without the house. */
export const placeOf = ({ street, landmark, city }: Pick<Address, 'street' | 'landmark' | 'city'>) =>
  [street, landmark, city].filter(Boolean).join(', ')
