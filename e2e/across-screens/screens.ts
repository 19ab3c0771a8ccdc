import { api } from '@kirana/contract'
import type { Locator, Page } from '@playwright/test'
import { aPlace, aProduct } from '../admin/products/product.ts'
import type { Call } from '@kirana/testing/caller'
import type { Customer } from '@kirana/testing/customer'

/** A form of a screen, and how to submit it. */
type Form = {
  /** The button that opens it in a dialog. */
  opens?: string
  /** Text to enter, by label. */
  fields?: Record<string, string>
  /** Options to select, by label. */
  choices?: Record<string, string>
  picture?: true
  save?: string
  /** The button to press in the confirmation dialog. */
  confirm?: string
  /** The message after a failure without a server message, if not 'Something went wrong'. */
  fallback?: string
}

/** Creates the object in a screen's URL. */
export type Things = { call: Call; customer: () => Promise<Customer> }

type Screen = {
  name: string
  path: string | ((things: Things) => Promise<string>)
  /** What is visible after loading; by default the rows of a table. */
  shows?: (page: Page) => Locator
  /** The screen has no reading call. */
  readsNothing?: true
  /** A load error is shown above the form, which stays visible. */
  staysOpen?: true
  form?: Form
}

const place = async (call: Call) => {
  const { catagory, name } = await aPlace(call)
  return `/admin/subcategory/${catagory}/${encodeURIComponent(name)}`
}

const waitingPart = (page: Page) => page.getByRole('region', { name: /^Waiting/ })
const ownDevices = (page: Page) => page.getByRole('list', { name: 'Devices' })

export const staffScreens: readonly Screen[] = [
  {
    name: 'Dashboard',
    path: '/admin/dashboard',
    shows: (page) => page.getByRole('region', { name: 'All Recent Orders' }).getByRole('link').first(),
  },
  {
    name: 'Reports',
    path: '/admin/reports',
    shows: (page) => page.getByRole('table', { name: 'Top products' }).getByRole('row').nth(1),
  },
  { name: 'Products', path: '/admin/products' },
  {
    name: 'Product Videos',
    path: async ({ call }) => `/admin/product/video/${await aProduct(call, 'Walked past')}`,
    shows: (page) => page.getByText('No data found', { exact: true }),
    form: { opens: 'Add Video', fields: { Title: 'Meera', URL: 'dQw4w9WgXcQ', About: 'How she cooks it' } },
  },
  {
    name: 'Add Product',
    path: '/admin/product/add',
    shows: (page) => page.getByLabel('Section', { exact: true }).locator('option').nth(1),
    staysOpen: true,
  },
  {
    name: 'Edit Product',
    path: async ({ call }) => `/admin/product/edit/${await aProduct(call, 'Walked past')}`,
    shows: (page) => page.getByLabel('Title', { exact: true }),
    form: { fields: { Title: 'Walked past twice', Manufacturer: 'Kirana Mills' } },
  },
  {
    name: 'Keywards',
    path: '/admin/keywards',
    form: { opens: 'New Keyward', fields: { 'Keyward Name': 'Millet', Description: 'Ragi and jowar' } },
  },
  {
    name: 'Sections & Categories',
    path: '/admin/catagories',
    form: {
      opens: 'New Catagory',
      fields: { Name: 'Millets' },
      choices: { Section: 'Fresh & Daily' },
      picture: true,
    },
  },
  {
    name: 'Subcategories',
    path: ({ call }) => place(call),
    form: { opens: 'New subCatagory', fields: { Name: 'Ragi' }, picture: true },
  },
  { name: 'New Orders', path: '/admin/orders/new' },
  {
    name: 'New Orders as a board',
    path: '/admin/orders/new?view=board',
    shows: (page) => page.getByRole('main').getByRole('listitem').first(),
  },
  { name: 'Order History', path: '/admin/orders' },
  {
    name: 'Order detail',
    path: async ({ customer }) => `/admin/order/get/${(await (await customer()).order())._id}`,
    shows: (page) => page.getByLabel('Delivery Status'),
    form: { choices: { 'Delivery Status': 'Dispatched' } },
  },
  { name: 'Stock', path: '/admin/stock' },
  {
    name: 'Receive goods',
    path: '/admin/stock/receipts',
    shows: (page) => page.getByText('No data found', { exact: true }).or(page.getByRole('row').nth(1)),
  },
  {
    name: 'Put back',
    path: '/admin/orders/put-backs',
    shows: (page) =>
      page
        .getByText('Everything is back on its shelf', { exact: true })
        .or(page.getByRole('listitem').first()),
  },
  {
    name: 'Place an order',
    path: async ({ customer }) => `/admin/order/new?list=${await (await customer()).photos()}`,
    shows: (page) => page.getByRole('region', { name: 'Order List' }),
  },
  { name: 'Referred Orders', path: '/admin/referred/orders' },
  { name: 'Dispatch', path: '/admin/dispatch' },
  { name: 'Riders', path: '/admin/riders' },
  { name: 'Cash', path: '/admin/cash' },
  { name: 'New Manual Orders', path: '/admin/manual/orders/new' },
  { name: 'Manual Orders History', path: '/admin/manual/orders/history' },
  { name: 'Withdrawal Requests', path: '/admin/withdrawal/requests' },
  { name: 'Transanctions', path: '/admin/transanctions' },
  {
    name: 'Payments',
    path: '/admin/payments',
    // Other tests of this worker may have taken payments today.
    shows: (page) => page.getByText('No data found', { exact: true }).or(page.getByRole('row').nth(1)),
  },
  {
    name: 'Claims',
    path: '/admin/claims',
    shows: (page) => page.getByText('No data found', { exact: true }).or(page.getByRole('row').nth(1)),
  },
  { name: 'GST', path: '/admin/gst', shows: (page) => page.getByText('The equation holds', { exact: true }) },
  {
    name: 'Coupons',
    path: '/admin/coupons',
    form: {
      opens: 'New Coupon',
      fields: { 'Coupon Name': 'WALK', Discount: '50', 'Validity (days)': '7' },
      choices: { 'Discount Type': 'Rupees', 'Public/Private': 'Public' },
      save: 'New Coupon',
    },
  },
  {
    name: 'Charges',
    path: '/admin/charges',
    form: {
      opens: 'New Charge',
      fields: { Title: 'Bag', Amount: '5' },
      choices: { Type: 'Rupees' },
      save: 'New Charge',
    },
  },
  {
    name: 'Banners',
    path: '/admin/banners',
    shows: (page) => page.getByRole('button', { name: /^Delete Banner/ }).first(),
    form: { opens: 'Add Banner', picture: true },
  },
  {
    name: 'Pincodes',
    path: '/admin/pincodes',
    form: { opens: 'New Pincode', fields: { Pincode: '799100' } },
  },
  {
    name: 'Opening Hours',
    path: '/admin/opening/hours',
    shows: (page) => page.getByRole('button', { name: 'Save Changes', exact: true }),
    form: { fields: { 'Minutes more': '25' }, save: 'Busy, +25 minutes' },
  },
  {
    name: 'Users',
    path: '/admin/users',
    form: {
      opens: 'send offer',
      fields: { Title: 'Sale', Body: 'Today' },
      save: 'send offer',
      confirm: 'Send',
      fallback: 'Notification sent failed',
    },
  },
  { name: 'Approvals', path: '/admin/approvals', shows: waitingPart },
  { name: 'My Requests', path: '/admin/approvals/own', shows: waitingPart },
  { name: 'Security', path: '/admin/security', shows: ownDevices },
  {
    name: 'Change Password',
    path: '/admin/change/password',
    readsNothing: true,
    form: { fields: { 'New Password': 'Walked@2026' }, fallback: 'Please try again later' },
  },
  {
    name: 'Contact Messages',
    path: async ({ customer }) => {
      const { call, phone } = await customer()
      await call(api.storeContact.add, {
        body: { name: 'Meera', email: '', phone, msg: 'Do you have ragi?' },
      })
      return '/admin/contact'
    },
  },
]

export const superadminScreens: readonly Screen[] = [
  { name: 'Cash', path: '/superadmin/cash' },
  {
    name: 'GST',
    path: '/superadmin/gst',
    shows: (page) => page.getByText('The equation holds', { exact: true }),
  },
  {
    name: 'Company Settings',
    path: '/superadmin/company/settings',
    shows: (page) => page.getByLabel('Company Name'),
    form: { fields: { 'Company Name': 'Walked & Sons', 'GST No': '27AAPFU0939F1ZV' }, save: 'Save Changes' },
  },
  {
    name: 'Staff',
    path: '/superadmin/staff',
    form: {
      opens: 'Reset Password Asha Patil',
      fields: { 'New Password': 'Walked@2026' },
      fallback: 'Please try again later',
    },
  },
  {
    name: 'Add Staff',
    path: '/superadmin/staff/add',
    readsNothing: true,
    form: { fields: { Name: 'Asha', Username: 'asha.walks', Password: 'Walked@2026' } },
  },
  {
    name: 'Roles',
    path: '/superadmin/roles',
    form: {
      opens: 'Edit Accountant',
      fields: { Name: 'Books' },
    },
  },
  { name: 'Approvals', path: '/superadmin/approvals', shows: waitingPart },
  { name: 'Security', path: '/superadmin/security', shows: ownDevices },
  {
    name: 'Sign-in Codes',
    path: '/superadmin/codes',
    shows: (page) => page.getByText('Sample mode without a provider', { exact: false }),
  },
  {
    name: 'Audit Log',
    path: '/superadmin/audit',
    shows: (page) => page.getByRole('main').getByRole('time').first(),
  },
  {
    name: 'App Release',
    path: '/superadmin/app-release',
    // The sample store has no releases, but another test may have added some.
    shows: (page) =>
      page
        .getByRole('list', { name: 'Releases' })
        .getByRole('listitem')
        .or(page.getByRole('main').getByText('No data found'))
        .first(),
  },
]

export type { Form, Screen }
