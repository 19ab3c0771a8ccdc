import { counted } from '@kirana/domain/count'
import { maskPhone, normalisePhone } from '@kirana/domain/phone'
import { approvedBy, orderFields } from './orders.ts'
import { does, edits, says, type Template } from './sentence.ts'
import { amount, count, day, list, oneOf, rupees, text } from './values.ts'

const contactFields = {
  state: ['State', oneOf({ new: 'New', 'in-work': 'In progress', answered: 'Answered' })],
  owner: ['Taken by', text],
} as const
const paymentMethods = oneOf({ cod: 'Cash on delivery', wallet: 'Wallet', online: 'Online payment' })

/** Calls of staff about customers, their money and messages. */
export const customers = {
  users: {
    export: does('Downloaded what is kept about a customer', 'downloaded everything kept about', 'customer'),
    erase: does('Erased a customer', 'erased the personal data of', 'customer', { reason: ['Reason', text] }),
  },
  customerNotes: {
    add: does('Added a note about a customer', 'added a note about', 'customer'),
    remove: does('Deleted a note about a customer', 'deleted a note about', 'customer'),
  },
  contact: { setState: edits('contactMessage', contactFields, 'Set the state of a contact message') },
  wallet: {
    addCoins: says(
      'Added coins',
      ({ before, after, the }) => [
        `added ${counted(amount(after.coins) - amount(before.coins), 'coin')} to `,
        the('customer'),
      ],
      { coins: ['Coins', count], ...approvedBy },
    ),
  },
  withdrawals: {
    approve: says(
      'Approved a withdrawal',
      ({ after, the }) => {
        if (after.isApproved) return ['approved paying ', the('withdrawal')]
        const files = list(after.documents).length
        const documents = files > 0 ? ` with ${counted(files, 'document')}` : ' without documents'
        return ['approved ', the('withdrawal'), documents]
      },
      { reason: ['Reason', text], utr: ['UTR', text], ...approvedBy },
    ),
    export: says('Downloaded transactions', ({ after: { from, to } }) => {
      const days = [from && `from ${day(from)}`, to && `to ${day(to)}`].filter(Boolean).join(' ')
      return [`downloaded transactions${days && ` ${days}`}`]
    }),
    refuse: says('Refused a withdrawal', ({ the }) => ['refused ', the('withdrawal')], {
      reason: ['Reason', text],
      ...approvedBy,
    }),
  },
  notifications: {
    sendToUser: says('Sent a message', ({ after: { customer, title }, the }) => [
      'sent a message to ',
      the('customer', text(customer)),
      `: ${text(title)}`,
    ]),
    sendToAll: says('Sent an offer', ({ after: { reach, title } }) => [
      `sent an offer to ${counted(amount(reach), 'customer')}: ${text(title)}`,
    ]),
  },
} satisfies Record<string, Record<string, Template>>

/** Calls of customers in the app. The log shows their entries only on request. */
export const app = {
  storeSession: {
    // After an erasure the entry names the customer instead of the phone.
    sendCode: says('Asked for a sign-in code', ({ object, the }) =>
      normalisePhone(object)
        ? [`asked for a sign-in code for ${maskPhone(object)}`]
        : ['asked for a sign-in code for ', the('customer')],
    ),
    signIn: does('Signed in as a customer', 'signed in'),
    signOut: does('Signed out as a customer', 'signed out'),
  },
  storeMe: { edit: does('Changed their profile', 'changed their profile') },
  storeProducts: { rate: does('Rated a product', 'rated', 'product') },
  storeOrders: {
    place: says('Placed an order', ({ after: { total, payment }, the }) => {
      const bill = [rupees(total), paymentMethods(payment)].filter(Boolean).join(', ')
      return ['placed ', the('order'), bill ? `: ${bill}` : '']
    }),
    cancel: does('Canceled an order', 'canceled', 'order', orderFields),
  },
  storeManualOrders: {
    add: says('Sent a list', ({ after: { photos, isPrescription } }) => {
      const kind = isPrescription ? 'a prescription' : 'a handwritten list'
      return [`sent ${kind} of ${counted(list(photos).length, 'photo')}`]
    }),
  },
  storeClaims: { add: does('Sent a claim', 'sent', 'claim') },
  storeWallet: { withdraw: does('Asked for a withdrawal', 'asked for', 'withdrawal') },
  storeContact: { add: does('Sent a contact message', 'sent', 'contactMessage') },
} satisfies Record<string, Record<string, Template>>
