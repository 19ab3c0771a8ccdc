import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import * as z from 'zod/mini'
import { optionalAmount, amountInput, fitsAmountType } from './wire/numbers.ts'
import { del, forStaff, get, post, put } from './wire/route.ts'
import { chargeRate, chargeRateInput, firstDayInput, RateOfCharge, sacInput } from './wire/tax.ts'
import {
  amountType,
  byId,
  edited,
  flag,
  id,
  required,
  rupees,
  renamed,
  staleRefusal,
  version,
  versionSeen,
} from './wire/shapes.ts'

const names = {
  chargeAmount: 'amount',
  chargeType: 'amountType',
  isEnable: 'isActive',
  minimumAmount: 'minimum',
  maximumAmount: 'maximum',
} as const

/** `chargeAmount` is a percentage or rupees on the wire, basis points or paise inside, depending on `chargeType`. */
export const Charge = renamed(
  {
    _id: id,
    title: z.string(),
    chargeAmount: rupees,
    chargeType: amountType,
    minimumAmount: rupees,
    /** 0: no upper bound. */
    maximumAmount: rupees,
    isEnable: z.boolean(),
    /** Services accounting code; '' if unknown. */
    sac: z.string(),
    gstRate: chargeRate,
    /** Sorted by first day, newest first. */
    gstRates: z.array(RateOfCharge),
    version,
  },
  { ...names, _id: 'id' },
)
export type Charge = z.input<typeof Charge>

const fields = {
  chargeAmount: amountInput(ALL_FIELDS_REQUIRED),
  title: required(ALL_FIELDS_REQUIRED, 100),
  chargeType: amountType,
  maximumAmount: optionalAmount,
  minimumAmount: optionalAmount,
  sac: sacInput,
  gstRate: chargeRateInput,
  gstFrom: firstDayInput,
}

const boundsFit = z.refine<{ minimum: number; maximum: number }>(
  ({ minimum, maximum }) => maximum === 0 || maximum >= minimum,
  { error: 'Maximum amount cannot be less than the minimum amount', path: ['maximumAmount'] },
)

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const chargeLabels = {
  title: 'Title',
  chargeType: 'Type',
  chargeAmount: 'Amount',
  minimumAmount: 'Minimum Amount',
  maximumAmount: 'Maximum Amount',
  sac: 'SAC',
  gstRate: 'GST Rate',
  gstFrom: 'GST Rate From',
  isEnable: 'Enable/Disable',
} as const

export const charges = {
  list: get(forStaff('catalogue.read'), '/charges/admin/get/all', 'All extra charges', {
    data: z.array(Charge),
  }),
  add: post(
    forStaff('catalogue.write'),
    '/charges/add',
    'Adds an extra charge to bills between its minimum and maximum amount',
    {
      body: renamed({ ...fields, isEnable: z._default(flag, true) }, names).check(
        fitsAmountType('chargeAmount'),
        boundsFit,
      ),
      message: 'Charge added successfully',
    },
  ),
  edit: put(
    forStaff('catalogue.write'),
    '/charges/update',
    'Changes an extra charge. With `version`, 409 `stale` if it was changed since that version',
    {
      refusals: staleRefusal(Charge),
      body: renamed(
        { ...fields, isEnable: z.optional(flag), chargeId: id, version: versionSeen },
        names,
      ).check(fitsAmountType('chargeAmount'), boundsFit),
      data: edited,
      message: 'Charge updated successfully',
    },
  ),
  remove: del(forStaff('catalogue.write'), '/charges/delete/:id', 'Deletes an extra charge', {
    params: byId,
    message: 'Charge deleted successfully',
  }),
}
