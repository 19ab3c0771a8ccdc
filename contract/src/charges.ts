import * as z from 'zod/mini'
import { amountOrNone, amountSent, withinItsType } from './numbers.ts'
import { read, write } from './route.ts'
import { amountType, byId, flag, id, required, rupees, spelled } from './shapes.ts'

const names = {
  chargeAmount: 'amount',
  chargeType: 'amountType',
  isEnable: 'isActive',
  minimumAmount: 'minimum',
  maximumAmount: 'maximum',
} as const

/** `chargeAmount` is a percentage or rupees, as its type says: basis points or paise inside. */
export const Charge = spelled(
  {
    _id: id,
    title: z.string(),
    chargeAmount: rupees,
    chargeType: amountType,
    minimumAmount: rupees,
    /** 0: no upper bound. */
    maximumAmount: rupees,
    isEnable: z.boolean(),
  },
  { ...names, _id: 'id' },
)
export type Charge = z.input<typeof Charge>

const FIELDS = 'All fields is required'
const fields = {
  chargeAmount: amountSent(FIELDS),
  title: required(FIELDS, 100),
  chargeType: amountType,
  maximumAmount: amountOrNone,
  minimumAmount: amountOrNone,
}

const boundsFit = z.refine<{ minimum: number; maximum: number }>(
  ({ minimum, maximum }) => maximum === 0 || maximum >= minimum,
  { error: 'Maximum amount cannot be less than the minimum amount', path: ['maximumAmount'] },
)

export const charges = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/charges/admin/get/all',
    summary: 'All extra charges',
    data: z.array(Charge),
  }),
  add: write({
    access: 'staff',
    method: 'POST',
    path: '/charges/add',
    summary: 'Adds an extra charge for bills within its bounds',
    body: spelled({ ...fields, isEnable: z._default(flag, true) }, names).check(
      withinItsType('chargeAmount'),
      boundsFit,
    ),
    message: 'Charge added successfully',
  }),
  edit: write({
    access: 'staff',
    method: 'PUT',
    path: '/charges/update',
    summary: 'Changes an extra charge',
    body: spelled({ ...fields, isEnable: z.optional(flag), chargeId: id }, names).check(
      withinItsType('chargeAmount'),
      boundsFit,
    ),
    message: 'Charge updated successfully',
  }),
  remove: write({
    access: 'staff',
    method: 'DELETE',
    path: '/charges/delete/:id',
    summary: 'Deletes an extra charge',
    params: byId,
    message: 'Charge deleted successfully',
  }),
}
