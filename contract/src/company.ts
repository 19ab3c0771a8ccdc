import { MAX_QUANTITY } from '@kirana/domain/cart'
import { isFssai, tidyFssai } from '@kirana/domain/fssai'
import { tidyGstin } from '@kirana/domain/gstin'
import { type GstPeriod, gstPeriods } from '@kirana/domain/gst'
import { gstRegistrations } from '@kirana/domain/invoice'
import { areInOrder, LATE_ORDER, type LateTimes, MAX_LATE_MINUTES } from '@kirana/domain/lateness'
import { isUpi } from '@kirana/domain/payout'
import * as z from 'zod/mini'
import { text } from './wire/bounded.ts'
import { amountInput, percentInput, wholeOrZero, wholeInput } from './wire/numbers.ts'
import { forSuperadmin, get, put } from './wire/route.ts'
import {
  edited,
  flag,
  percent,
  renamed,
  rupees,
  staleRefusal,
  textIfSent,
  version,
  versionSeen,
} from './wire/shapes.ts'

const open = {
  companyName: z.string(),
  email: z.string(),
  contact: z.string(),
  website: z.string(),
  gstNo: z.string(),
  /** The FSSAI licence number, 14 digits; '' if the store has none. */
  fssai: z.string(),
  address: z.string(),
  deliveryTime: z.string(),
}

const openNames = { companyName: 'name', gstNo: 'gstin' } as const
const names = {
  ...openNames,
  pointValueInMoney: 'pointValue',
  pointPerRefer: 'pointsPerReferral',
  discountPerRefer: 'referralDiscount',
} as const

/** The public company details. */
export const PublicCompany = renamed(open, openNames)
export type PublicCompany = z.input<typeof PublicCompany>

const OPEN_ORDERS = 'Open orders per customer must be a whole number from 1 to 1,000'
const PIECES = 'Pieces per order must be a whole number from 1 to 1,000'
const ABOVE_ZERO = 'Amount must be above 0, up to 10,00,000, with at most 2 decimals'
const SHARE = 'Percentage must be from 1 to 100 with at most 2 decimals'
const aboveZero = z.optional(amountInput(ABOVE_ZERO, { nonZero: true }))
const PAYOUTS_FROM = 'Amount must be from 0 to 10,00,000 with at most 2 decimals'
const DAILY_COINS = 'Coins a day must be a whole number from 0 to 1,00,00,000'
const NEW_NUMBER_CODES = 'Codes a day must be a whole number from 0 to 10,00,000'
const CODES_ALARM = 'The alarm must be at a whole number of codes from 1 to 10,00,000'

const LATE = 'Minutes must be a whole number from 1 to 1,440'
const lateInput = z.optional(wholeInput(1, MAX_LATE_MINUTES, LATE, LATE))

/**
 * Reports the error on the field `lateMinutes`. If only one field is sent, the server compares it with the stored value
 * of the other one.
 */
const lateInOrder = z.refine<Partial<LateTimes>>((sent) => areInOrder(sent), {
  error: LATE_ORDER,
  path: ['lateMinutes'],
})

/**
 * A valid number is stored in capital letters, an invalid one as typed: the store's certificate itself may have the
 * mistake.
 */
const gstNoIfSent = z.optional(text(20).check(z.overwrite(tidyGstin)))

const fssaiIfSent = z.optional(
  text(50).check(
    z.overwrite(tidyFssai),
    z.refine((number) => number === '' || isFssai(number), 'FSSAI licence number must be 14 digits'),
  ),
)

const upiIdIfSent = z.optional(
  text(320).check(z.refine((upiId) => upiId === '' || isUpi(upiId), 'A UPI ID looks like name@bank')),
)

/** `pointValueInMoney` is paise per coin on both sides, `pointPerRefer` coins, `discountPerRefer` a percentage. */
export const Company = renamed(
  {
    ...open,
    pointValueInMoney: z.int(),
    pointPerRefer: z.int(),
    discountPerRefer: percent,
    openOrdersPerCustomer: z.int(),
    piecesPerOrder: z.int(),
    unpaidPerCustomer: rupees,
    unpaidBeforeDelivery: rupees,
    unpaidStockShare: percent,
    claimsShare: percent,
    dailyCoinsPerStaff: z.int(),
    gettingLateMinutes: z.int(),
    lateMinutes: z.int(),
    secondPerson: z.boolean(),
    payoutApprovalFrom: rupees,
    coinsWithoutApproval: z.int(),
    gstRegistration: z.enum(gstRegistrations),
    gstPeriod: z.enum(gstPeriods),
    newNumberCodesPerDay: z.int(),
    codesPerDayAlarm: z.int(),
    roundOff: z.boolean(),
    doorCodeRequired: z.boolean(),
    upiId: z.string(),
    upiPerRider: rupees,
    roundCash: z.boolean(),
    version,
  },
  names,
)
export type Company = z.input<typeof Company>

/** The labels of the fields in forms, comparisons and the audit log, in the order of the screens. */
export const companyLabels = {
  companyName: 'Company Name',
  gstNo: 'GST No',
  gstRegistration: 'GST Registration',
  gstPeriod: 'GSTR-1 Filed By',
  fssai: 'FSSAI Licence No',
  email: 'Email',
  contact: 'Contact',
  website: 'Website',
  deliveryTime: 'Delivery Time',
  address: 'Address',
  pointValueInMoney: 'Point Value In Money',
  pointPerRefer: 'Point Per Refer',
  discountPerRefer: 'Discount Per Refer',
  openOrdersPerCustomer: 'Open Orders Per Customer',
  piecesPerOrder: 'Pieces Per Order',
  unpaidPerCustomer: 'Unpaid Orders Up To',
  unpaidBeforeDelivery: 'Before The First Delivery Up To',
  unpaidStockShare: 'Share Of Stock In Unpaid Orders',
  claimsShare: 'Claims Marked Above',
  dailyCoinsPerStaff: 'Daily Coins Per Staff',
  secondPerson: 'Second Person',
  payoutApprovalFrom: 'Payouts Need Approval From',
  coinsWithoutApproval: 'Coins A Day Without Approval',
  newNumberCodesPerDay: 'Codes To New Numbers A Day',
  codesPerDayAlarm: 'Alarm At Codes A Day',
  gettingLateMinutes: 'Getting Late After (minutes)',
  lateMinutes: 'Late After (minutes)',
  roundOff: 'Round Off',
  doorCodeRequired: 'Door Code',
  upiId: 'UPI ID At The Door',
  upiPerRider: 'Unverified UPI Per Rider Up To',
  roundCash: 'Round Cash To The Rupee',
} as const

/** The labels of how often GSTR-1 is filed. */
export const gstPeriodNames = {
  month: 'Month',
  quarter: 'Quarter (QRMP)',
} as const satisfies Record<GstPeriod, string>

/** Units that forms show after the labels. */
export const companyUnits = {
  pointValueInMoney: 'paisa',
  discountPerRefer: 'percent',
  unpaidPerCustomer: '₹',
  unpaidBeforeDelivery: '₹',
  unpaidStockShare: 'percent',
  claimsShare: 'percent',
  payoutApprovalFrom: '₹',
  upiPerRider: '₹',
} as const

export const company = {
  get: get(forSuperadmin, '/company/get/data', "The company's settings", { data: Company }),
  edit: put(
    forSuperadmin,
    '/company/update',
    "Changes the company's settings; fields that are not sent stay unchanged. With `version`, 409 `stale` if they " +
      'were changed since that version. Email, contact and website are checked only if they change; a stored name ' +
      'cannot be removed. A GST number whose check character does not fit needs `saveAnyway` (422 `gstin`)',
    {
      fresh: true,
      refusals: staleRefusal(Company),
      body: renamed(
        {
          companyName: textIfSent(200),
          email: textIfSent(200),
          contact: textIfSent(100),
          website: textIfSent(200),
          gstNo: gstNoIfSent,
          fssai: fssaiIfSent,
          address: textIfSent(),
          deliveryTime: textIfSent(50),
          pointValueInMoney: z.optional(
            wholeOrZero(100_000_000, 'Point value must be a whole number of paisa from 0 to 10,00,00,000'),
          ),
          pointPerRefer: z.optional(wholeOrZero(100_000, 'Points must be a whole number from 0 to 1,00,000')),
          discountPerRefer: z.optional(percentInput),
          openOrdersPerCustomer: z.optional(wholeInput(1, 1000, OPEN_ORDERS, OPEN_ORDERS)),
          piecesPerOrder: z.optional(wholeInput(1, MAX_QUANTITY, PIECES, PIECES)),
          unpaidPerCustomer: aboveZero,
          unpaidBeforeDelivery: aboveZero,
          unpaidStockShare: z.optional(percentInput.check(z.gte(100, SHARE))),
          claimsShare: z.optional(percentInput),
          dailyCoinsPerStaff: z.optional(wholeInput(0, 10_000_000, DAILY_COINS, DAILY_COINS)),
          gettingLateMinutes: lateInput,
          lateMinutes: lateInput,
          secondPerson: z.optional(flag),
          payoutApprovalFrom: z.optional(amountInput(PAYOUTS_FROM)),
          coinsWithoutApproval: z.optional(wholeInput(0, 10_000_000, DAILY_COINS, DAILY_COINS)),
          gstRegistration: z.optional(
            z.enum(gstRegistrations, {
              error: 'GST registration must be regular, composition or unregistered',
            }),
          ),
          gstPeriod: z.optional(z.enum(gstPeriods, { error: 'GSTR-1 is filed by month or quarter' })),
          newNumberCodesPerDay: z.optional(wholeInput(0, 1_000_000, NEW_NUMBER_CODES, NEW_NUMBER_CODES)),
          codesPerDayAlarm: z.optional(wholeInput(1, 1_000_000, CODES_ALARM, CODES_ALARM)),
          roundOff: z.optional(flag),
          doorCodeRequired: z.optional(flag),
          upiId: upiIdIfSent,
          upiPerRider: aboveZero,
          roundCash: z.optional(flag),
          saveAnyway: z.optional(flag),
          version: versionSeen,
        },
        names,
      ).check(lateInOrder),
      data: edited,
      message: 'Data updated successfully',
    },
  ),
}
