import type { Setup, SetupStep } from '@kirana/contract/setup'

export type Checklist = NonNullable<Setup>

type StepWords = {
  title: string
  why: string
  /** Who does the step: a signed-in role, or the operator, whose steps are in docs/running.md. */
  by: 'staff' | 'superadmin' | 'operator'
  /** The screen where the step is done, or that explains how. */
  to: string
}

/** The steps of a new store in words. */
export const wordsOf: Record<SetupStep, StepWords> = {
  company: {
    title: 'Company and GST number',
    why: 'They stand on every invoice and on the legal page.',
    by: 'superadmin',
    to: '/superadmin/company/settings',
  },
  fssai: {
    title: 'FSSAI licence number',
    why: 'A store that sells food prints it on every bill.',
    by: 'superadmin',
    to: '/superadmin/company/settings',
  },
  staff: {
    title: 'Staff',
    why: 'Staff fill the shelves and pack the orders.',
    by: 'superadmin',
    to: '/superadmin/staff/add',
  },
  pincodes: {
    title: 'Pincodes',
    why: 'Orders are taken for these pincodes only.',
    by: 'staff',
    to: '/admin/pincodes',
  },
  section: {
    title: 'First section',
    why: 'Sections hold categories, such as Fresh & Daily.',
    by: 'staff',
    to: '/admin/catagories',
  },
  category: {
    title: 'First category',
    why: 'Categories hold subcategories, such as Fruits.',
    by: 'staff',
    to: '/admin/catagories',
  },
  subcategory: {
    title: 'First subcategory',
    why: 'Every product stands in one, such as Bananas.',
    by: 'staff',
    to: '/admin/catagories',
  },
  product: {
    title: 'First product with picture and price',
    why: 'Customers see a product once it has a variant with a price.',
    by: 'staff',
    to: '/admin/product/add',
  },
  charges: {
    title: 'Charges',
    why: 'Delivery and handling are added to the bill.',
    by: 'staff',
    to: '/admin/charges',
  },
  codes: {
    title: 'Sign-in codes by SMS',
    why: 'Customers sign in with a code on their phone. The screen says how to send it, and tests it.',
    by: 'superadmin',
    to: '/superadmin/codes',
  },
  payments: {
    title: 'Online payments',
    why: 'By UPI and card, with Razorpay. Without it customers pay by cash or wallet.',
    by: 'operator',
    to: '/admin/payments',
  },
  order: {
    title: 'An order of your own',
    why: 'Order in the customer app: it appears on New Orders within a second.',
    by: 'staff',
    to: '/admin/orders/new',
  },
  'second-factor': {
    title: 'A second factor for you',
    why: 'Optional: after your password you confirm with your phone, so that a stolen password opens nothing.',
    by: 'superadmin',
    to: '/superadmin/security',
  },
  'second-person': {
    title: 'A second person for money',
    why: 'Optional: payouts, many coins and refunds of cash wait until another person approves.',
    by: 'superadmin',
    to: '/superadmin/company/settings',
  },
}

/** The screen that continues a step: the first category for the subcategory, or the unfinished product. */
export function screenOf(step: SetupStep, { firstCategory, unfinishedProduct }: Checklist): string {
  if (step === 'subcategory' && firstCategory)
    return `/admin/subcategory/${firstCategory._id}/${encodeURIComponent(firstCategory.name)}`
  if (step === 'product' && unfinishedProduct !== null) return `/admin/product/edit/${unfinishedProduct}`
  return wordsOf[step].to
}
