import { counted } from '@kirana/domain/count'
import { maskPhone, normalisePhone } from '@kirana/domain/phone'
import { changesOf, field, type Fields } from './changes.ts'
import { companyFields, releaseFields, roleFields, staffFields } from './fields.ts'
import { orderFields, setStatus, shown, status } from './order-status.ts'
import { securitySentences, signedIn } from './security.ts'
import { adds, edits, link, object, plain, removes, said, type Sentence } from './sentence.ts'
import { amount, count, day, list, of, oneOf, plainText, rupees, text } from './values.ts'

const manualStatus = oneOf({ waiting: 'Waiting', delivered: 'Delivered', canceled: 'Canceled' })
const payment = oneOf({ cod: 'Cash on delivery', wallet: 'Wallet', online: 'Online payment' })
const money = (value: unknown) => shown(rupees, value)

/** Orders, payments and what customers send. */
export const orderSentences = {
  'orders.changeStatus': { label: 'Set a delivery status', say: setStatus },
  'pick.override': { label: 'Set a delivery status over a pick', say: setStatus },
  'orders.export': {
    label: 'Downloaded orders',
    say: ({ object: id, after }, names) => {
      const { status: kept, from, to } = of(after)
      const words = shown(status, kept)
      const days = [from && `from ${shown(day, from)}`, to && `to ${shown(day, to)}`]
        .filter(Boolean)
        .join(' ')
      return said([
        `downloaded ${words ? `${words} ` : ''}orders`,
        ...(id ? [' of ', link('customer', id, names)] : []),
        days && ` ${days}`,
      ])
    },
  },
  'manualOrders.changeStatus': {
    label: 'Set the status of a manual order',
    say: ({ object: id, before, after }, names) => {
      const [from, to] = [shown(manualStatus, of(before).status), shown(manualStatus, of(after).status)]
      return from === to
        ? null
        : said(['set ', ...object('manualOrder', id, names), ` from ${from} to ${to}`])
    },
  },
  'contact.setState': {
    label: 'Set the state of a contact message',
    say: ({ object: ticket, before, after }, names) => {
      const states = oneOf({ new: 'New', 'in-work': 'In progress', answered: 'Answered' })
      const fields = { state: field('State', states), owner: field('Taken by', text) }
      const { changes } = changesOf(fields, before, after, names)
      const to = { kind: 'contactMessage', id: ticket, isDeleted: false } as const
      return changes.length === 0 ? null : said(['changed message ', { text: ticket, to }], { changes })
    },
  },
} satisfies Record<string, Sentence>

/** The second person, where one was needed. */
const approvedBy = field('Approved by', text)

/** Customers and their money. */
export const customerSentences = {
  'users.export': {
    label: 'Downloaded what is kept about a customer',
    say: ({ object: id }, names) => said(['downloaded everything kept about ', link('customer', id, names)]),
  },
  'users.erase': {
    label: 'Erased a customer',
    say: ({ object: id, after }, names) => {
      const { changes } = changesOf({ reason: field('Reason', text) }, null, after, names)
      return said(['erased the personal data of ', link('customer', id, names)], { changes })
    },
  },
  'customerNotes.add': {
    label: 'Added a note about a customer',
    say: ({ object: id }, names) => said(['added a note about ', link('customer', id, names)]),
  },
  'customerNotes.remove': {
    label: 'Deleted a note about a customer',
    say: ({ object: id }, names) => said(['deleted a note about ', link('customer', id, names)]),
  },
  'wallet.addCoins': {
    label: 'Added coins',
    say: ({ object: id, before, after }, names) => {
      const { changes } = changesOf({ coins: field('Coins', count), approvedBy }, before, after, names)
      const added = amount(of(after).coins) - amount(of(before).coins)
      return said([`added ${counted(added, 'coin')} to `, link('customer', id, names)], { changes })
    },
  },
  'withdrawals.approve': {
    label: 'Approved a withdrawal',
    say: ({ object: id, after }, names) => {
      const { documents, reason, approvedBy: other } = of(after)
      const files = list(documents).length
      const { changes } = changesOf(
        { reason: field('Reason', text), approvedBy },
        null,
        { reason, approvedBy: other },
        names,
      )
      const papers = files > 0 ? ` with ${counted(files, 'document')}` : ' without documents'
      return said(['approved ', ...object('withdrawal', id, names), papers], { changes })
    },
  },
  'notifications.sendToUser': {
    label: 'Sent a message',
    say: ({ after }, names) => {
      const { title, customer } = of(after)
      return said([
        'sent a message to ',
        link('customer', plainText(customer), names),
        `: ${plainText(title)}`,
      ])
    },
  },
  'notifications.sendToAll': {
    label: 'Sent an offer',
    say: ({ after }) => {
      const { title, reach } = of(after)
      return said([`sent an offer to ${counted(amount(reach), 'customer')}: ${plainText(title)}`])
    },
  },
} satisfies Record<string, Sentence>

const openingFields = {
  Monday: field('Monday', text),
  Tuesday: field('Tuesday', text),
  Wednesday: field('Wednesday', text),
  Thursday: field('Thursday', text),
  Friday: field('Friday', text),
  Saturday: field('Saturday', text),
  Sunday: field('Sunday', text),
  closedDays: field('Closed days', text),
} satisfies Fields

/** The people of the store, its settings and its app. */
export const officeSentences = {
  ...securitySentences,
  'superadmin.login': signedIn('Signed in as superadmin'),
  'superadmin.changePassword': plain('Changed the superadmin’s password', 'changed the password'),
  'superadmin.logout': plain('Signed out as superadmin', 'signed out'),
  'superadmin.reset': plain('Reset the superadmin’s password', 'reset the superadmin’s password'),
  'staff.login': signedIn('Signed in'),
  'staff.changePassword': plain('Changed their password', 'changed their password'),
  'staff.logout': plain('Signed out', 'signed out'),
  'staff.add': adds('staff', 'Added a staff member', staffFields, 'Name'),
  'staff.edit': edits('staff', 'Changed a staff member', staffFields),
  'staff.resetPassword': {
    label: 'Set a password for a staff member',
    say: ({ object: id }, names) => said(['set a new password for ', link('staff', id, names)]),
  },
  'staff.resetSecondFactor': {
    label: 'Reset the second factor of a staff member',
    say: ({ object: id }, names) => said(['reset the second factor of ', link('staff', id, names)]),
  },
  'roles.add': adds('role', 'Added a role', roleFields, 'Name'),
  'roles.edit': edits('role', 'Changed a role', roleFields),
  'roles.remove': removes('role', 'Deleted a role'),
  'company.edit': edits('company', 'Changed the company settings', companyFields),
  'opening.editHours': edits('opening', 'Changed the opening hours', openingFields),
  'opening.close': {
    label: 'Closed or reopened the store',
    say: ({ before, after }) => {
      const { isClosed, closedUntil } = of(after)
      const was = of(before)
      if (was.isClosed === isClosed && was.closedUntil === closedUntil) return null
      const until = closedUntil === 'Until reopened' ? '' : ` until ${plainText(closedUntil)}`
      return said([isClosed ? `closed the store${until}` : 'reopened the store'])
    },
  },
  'opening.setBusy': {
    label: 'Changed the delivery estimate',
    say: ({ before, after }) => {
      const minutes = amount(of(after).busyMinutes)
      if (minutes === amount(of(before).busyMinutes)) return null
      return said([
        minutes > 0
          ? `added ${counted(minutes, 'minute')} to the delivery estimate`
          : 'ended the longer delivery estimate',
      ])
    },
  },
  'setup.hideForStaff': plain('Put the checklist away', 'put the checklist away for all staff'),
  'setup.hideForSuperadmin': plain('Put the superadmin’s checklist away', 'put the checklist away'),
  'releases.add': adds('release', 'Added a release', releaseFields, 'Version Name'),
  'releases.edit': edits('release', 'Changed a release', releaseFields),
  'releases.remove': removes('release', 'Deleted a release'),
  'codes.test': {
    label: 'Sent a test code',
    say: ({ after }) => said([`sent a test code to ${plainText(of(after).phone)}`]),
  },
} satisfies Record<string, Sentence>

/** What customers do in the app, shown only when asked for. */
export const appSentences = {
  'storeSession.sendCode': {
    label: 'Asked for a sign-in code',
    // After an erasure the entry names the customer instead of the phone.
    say: ({ object: phone }, names) =>
      said([
        'asked for a sign-in code',
        ...(normalisePhone(phone) ? [` for ${maskPhone(phone)}`] : [' for ', link('customer', phone, names)]),
      ]),
  },
  'storeSession.signIn': plain('Signed in as a customer', 'signed in'),
  'storeSession.signOut': plain('Signed out as a customer', 'signed out'),
  'storeMe.edit': plain('Changed their profile', 'changed their profile'),
  'storeProducts.rate': {
    label: 'Rated a product',
    say: ({ object: id }, names) => said(['rated ', ...object('product', id, names)]),
  },
  'storeOrders.place': {
    label: 'Placed an order',
    say: ({ object: id, after }, names) => {
      const { total, payment: method } = of(after)
      const words = [money(total), shown(payment, method)].filter(Boolean).join(', ')
      return said(['placed ', ...object('order', id, names), words ? `: ${words}` : ''])
    },
  },
  'storeOrders.cancel': {
    label: 'Canceled an order',
    say: ({ object: id, before, after }, names) =>
      said(['canceled ', ...object('order', id, names)], changesOf(orderFields, before, after, names)),
  },
  'storeManualOrders.add': {
    label: 'Sent a list',
    say: ({ after }) => {
      const { photos, isPrescription } = of(after)
      const what = isPrescription ? 'a prescription' : 'a handwritten list'
      return said([`sent ${what} of ${counted(list(photos).length, 'photo')}`])
    },
  },
  'storeWallet.withdraw': {
    label: 'Asked for a withdrawal',
    say: ({ object: id }, names) => said(['asked for ', ...object('withdrawal', id, names)]),
  },
  'storeContact.add': {
    label: 'Sent a contact message',
    say: ({ object: ticket }) =>
      said(['sent message ', { text: ticket, to: { kind: 'contactMessage', id: ticket, isDeleted: false } }]),
  },
} satisfies Record<string, Sentence>
