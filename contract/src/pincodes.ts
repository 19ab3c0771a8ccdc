import * as z from 'zod/mini'
import { sixDigits } from './address.ts'
import { read, write } from './route.ts'
import { byId, flag, id, optionalText, spelled } from './shapes.ts'

export const Pincode = spelled({ _id: id, pincode: z.string(), isActive: z.boolean() }, { _id: 'id' })
export type Pincode = z.input<typeof Pincode>

const pincode = sixDigits('Name is required')

export const pincodes = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/pincode/get/all',
    summary: 'All pincodes',
    data: z.array(Pincode),
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/pincode/add',
    summary: 'Adds a pincode to deliver to',
    body: spelled({ pincode, desc: optionalText() }, { desc: 'description' }),
    message: 'Pincode added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/pincode/edit',
    summary: 'Changes, enables or disables a pincode',
    body: z.object({ pincode, pincodeId: id, isActive: z.optional(flag) }),
    message: 'Pincode updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/pincode/delete/:id',
    summary: 'Deletes a pincode',
    params: byId,
    message: 'Pincode deleted successfully',
  }),
}
