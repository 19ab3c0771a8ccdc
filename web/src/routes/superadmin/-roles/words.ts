import type { Permission } from '@kirana/domain/permissions'

/** The description of each permission, grouped by area. Permissions that no call needs yet are omitted. */
export const permissionGroups: readonly { heading: string; words: readonly [Permission, string][] }[] = [
  {
    heading: 'Orders',
    words: [
      ['orders.read', 'See orders, photo orders and invoices'],
      ['orders.write', 'Change the status of orders, place them, see prescriptions'],
      ['picking', 'Pick orders'],
      ['dispatch', 'Give bags to riders and count their cash'],
      ['claims', 'Refund and refuse what customers claim'],
      ['payments', 'See online payments and cash, refund payments'],
    ],
  },
  {
    heading: 'Products and offers',
    words: [
      ['catalogue.read', 'See products, coupons, charges and pincodes'],
      ['catalogue.write', 'Change products, charges, pincodes and opening hours'],
      ['offers.write', 'Change coupons and banners'],
      ['stock.read', 'See stock'],
      ['stock.write', 'Count and receive stock'],
    ],
  },
  {
    heading: 'Customers',
    words: [
      ['customers.read', 'See customers and their wallets'],
      ['customers.write', 'Erase a customer’s data; export it, if the role sees all of it'],
      ['wallet.coins', 'Give coins'],
      ['messages', 'Read and answer contact messages'],
      ['push', 'Send notifications and offers'],
    ],
  },
  {
    heading: 'Money and books',
    words: [
      ['withdrawals.read', 'See withdrawals'],
      ['withdrawals.approve', 'Pay withdrawals out'],
      ['approvals', 'Approve what another person asks for'],
      ['reports', 'See reports and export orders'],
      ['gst', 'See the tax of a month and its registers'],
    ],
  },
]

/** The areas of the granted permissions, with numbers if incomplete: 'Orders (2 of 5), Money and books'. */
export const summaryOf = (granted: readonly Permission[]) =>
  permissionGroups
    .map(({ heading, words }) => {
      const included = words.filter(([permission]) => granted.includes(permission)).length
      if (included === 0) return ''
      return included === words.length ? heading : `${heading} (${included} of ${words.length})`
    })
    .filter((area) => area !== '')
    .join(', ')
