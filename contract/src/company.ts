import * as z from 'zod/mini'
import { percentSent, wholeFromNone } from './numbers.ts'
import { read, write } from './route.ts'
import { percent, spelled, textIfSent } from './shapes.ts'

const open = {
  companyName: z.string(),
  email: z.string(),
  contact: z.string(),
  website: z.string(),
  gstNo: z.string(),
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

/** What everybody may see of the company. */
export const PublicCompany = spelled(open, openNames)
export type PublicCompany = z.input<typeof PublicCompany>

/** `pointValueInMoney` is paise a coin on both sides, `pointPerRefer` coins, `discountPerRefer` a percentage. */
export const Company = spelled(
  { ...open, pointValueInMoney: z.int(), pointPerRefer: z.int(), discountPerRefer: percent },
  names,
)
export type Company = z.input<typeof Company>

export const company = {
  get: read({
    access: 'superadmin',
    method: 'GET',
    path: '/company/get/data',
    summary: "The company's settings",
    data: Company,
  }),
  edit: write({
    access: 'superadmin',
    method: 'PUT',
    path: '/company/update',
    summary: "Changes the company's settings; what is not sent stays as it is",
    body: spelled(
      {
        companyName: textIfSent(200),
        email: textIfSent(200),
        contact: textIfSent(100),
        website: textIfSent(200),
        gstNo: textIfSent(20),
        address: textIfSent(),
        deliveryTime: textIfSent(50),
        pointValueInMoney: z.optional(
          wholeFromNone(100_000_000, 'Point value must be a whole number of paisa from 0 to 10,00,00,000'),
        ),
        pointPerRefer: z.optional(wholeFromNone(100_000, 'Points must be a whole number from 0 to 1,00,000')),
        discountPerRefer: z.optional(percentSent),
      },
      names,
    ),
    message: 'Data updated successfully',
  }),
}
