/**
 * The accounts of the double-entry ledger. A transfer never mixes coins and money (paise), so each unit sums to zero.
 * Every customer has their own customer accounts, which are never negative; store accounts may be.
 */
export const accounts = {
  'customer:coins': { unit: 'coins', description: 'Coins the customer can spend' },
  'customer:money': {
    unit: 'money',
    description: 'Money in the wallet that the customer can spend or withdraw',
  },
  'customer:held': {
    unit: 'money',
    description: 'Money of a withdrawal request that is neither paid nor refused',
  },
  'store:coins': {
    unit: 'coins',
    description:
      'Source and sink of coins; its balance plus store:rewards:coins is minus the coins in circulation',
  },
  'store:rewards:coins': {
    unit: 'coins',
    description: 'Reversed coins that the customer had already spent; a loss of the store',
  },
  'store:sales': {
    unit: 'money',
    description: 'Paid from wallets and online for orders, less refunds and the rounding of all invoices',
  },
  rounding: {
    unit: 'money',
    description:
      'What rounding invoices to whole rupees added, less what it took off and what was given back',
  },
  'store:unmatched': {
    unit: 'money',
    description: 'Captured online without paying an order: refunded, or waiting for a decision',
  },
  'provider:money': {
    unit: 'money',
    description: 'The negative of what the payment provider has captured, less its refunds',
  },
  'store:rewards': {
    unit: 'money',
    description: 'Money paid for converted coins; the negative of that cost',
  },
  'store:payouts': { unit: 'money', description: 'Paid out to customers’ banks and UPI accounts' },
  'store:sales:cash': {
    unit: 'money',
    description: 'The negative of the cash collected for delivered orders',
  },
  'rider:cash': { unit: 'money', description: 'Cash that a rider has in hand' },
  'rider:shortage': { unit: 'money', description: 'What was missing when a rider’s cash was counted' },
  'store:cash': { unit: 'money', description: 'Cash in the till' },
  'store:bank': {
    unit: 'money',
    description: 'Cash brought to the bank, and UPI payments at the door that it has credited',
  },
  'store:sales:upi': {
    unit: 'money',
    description: 'The negative of what customers paid riders by UPI',
  },
  'store:upi': { unit: 'money', description: 'Unverified UPI payments at the door' },
  'store:losses': {
    unit: 'money',
    description: 'Shortages written off, and what was missing when the till was counted',
  },
  'store:gains': {
    unit: 'money',
    description:
      'The negative of cash that was too much: surpluses of riders that the store keeps, and of the till',
  },
  'store:rounding': {
    unit: 'money',
    description: 'The negative of what collecting whole rupees in cash added to bills',
  },
  'store:owner': {
    unit: 'money',
    description: 'Cash taken out of the till less what was put in, such as the opening cash',
  },
} as const
export type Account = keyof typeof accounts
