import * as z from 'zod/mini'
import { forStaff, forSuperadmin, get, put } from './wire/route.ts'

export const setupSteps = [
  'company',
  'fssai',
  'staff',
  'pincodes',
  'section',
  'category',
  'subcategory',
  'product',
  'charges',
  'codes',
  'payments',
  'order',
  'second-factor',
  'second-person',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** Optional steps, which only the superadmin sees and can take. The setup is complete without them. */
export const optionalSteps: readonly SetupStep[] = ['second-factor', 'second-person']

/**
 * The checklist of a new store; null when every step is done, when it was put away, and with sample data. Staff do not
 * see optional steps. The superadmin sees the step about a second person once two staff members could approve.
 * `firstCategory` is where the first subcategory goes, `unfinishedProduct` the first product that customers cannot buy
 * yet.
 */
export const Setup = z.nullable(
  z.object({
    steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
    firstCategory: z.nullable(z.object({ _id: z.string(), name: z.string() })),
    unfinishedProduct: z.nullable(z.string()),
  }),
)
export type Setup = z.input<typeof Setup>

const HIDDEN = 'Checklist put away'

export const setup = {
  staff: get(
    forStaff('everybody'),
    '/setup/staff/get',
    'The checklist of a new store, for staff; null when there is none',
    { data: Setup },
  ),
  superadmin: get(
    forSuperadmin,
    '/setup/superadmin/get',
    'The checklist of a new store, for the superadmin; null when there is none',
    { data: Setup },
  ),
  hideForStaff: put(forStaff('everybody'), '/setup/staff/change', 'Puts the checklist away for all staff', {
    message: HIDDEN,
  }),
  hideForSuperadmin: put(
    forSuperadmin,
    '/setup/superadmin/change',
    'Puts the checklist away for the superadmin',
    { message: HIDDEN },
  ),
}
