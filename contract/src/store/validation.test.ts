import { expect, test } from 'vitest'
import { api } from '../index.ts'
import { casesOf, type Form, messageFor } from '../wire/testing.ts'

const address = {
  fullName: "Asha D'Souza",
  phone: '98765 43210',
  houseNo: '1',
  street: 'Hill Road',
  pincode: '400050',
  city: 'Mumbai',
}

const forms: Form[] = [
  [
    'withdrawal request',
    api.storeWallet.withdraw.body,
    { amount: '250.50', upiId: 'asha@bank' },
    [
      [{ amount: 0 }, 'Amount is required'],
      [{ upiId: '' }, 'Send a UPI id, or a bank account number and its IFSC code'],
      [{ upiId: '', bankAcNumber: '123' }, 'Send a UPI id, or a bank account number and its IFSC code'],
      [{ upiId: '', bankAcNumber: '123', ifscCode: 'ABCD0123456' }, ''],
    ],
  ],
  [
    'order to a saved address',
    api.storeOrders.place.body,
    { items: [{ productId: 'p', variantId: 'v', quantity: 2 }], addressId: 'a', payment: 'cod' },
    [
      [{ items: [] }, 'Items are required'],
      [{ items: [{ productId: 'p', variantId: 'v', quantity: 0 }] }, 'Quantity must be from 1 to 1,000'],
      [{ addressId: undefined }, 'Send either addressId or address'],
      ...['', null, -1, 1.005, 'ten', 1e13].map((expectedTotal): [Record<string, unknown>, string] => [
        { expectedTotal },
        'Expected total must be an amount in rupees with at most 2 decimals',
      ]),
      [{ expectedTotal: 135.5 }, ''],
      [{ expectedTotal: '135.50' }, ''],
      [{ expectedTotal: 0 }, ''],
      [{ payment: 'card' }, 'Payment must be cod, wallet or online'],
    ],
  ],
  [
    'one-time code request',
    api.storeSession.sendCode.body,
    { phone: '+91 98765-43210' },
    [[{ phone: '12345' }, 'Enter a 10 digit mobile number']],
  ],
  [
    'rating',
    api.storeProducts.rate.body,
    { rating: 5 },
    [
      [{ rating: 0 }, 'Rating must be from 1 to 5'],
      [{ rating: 4.5 }, 'Rating must be from 1 to 5'],
    ],
  ],
  [
    'quote',
    api.storeOrders.quote.body,
    { items: [{ productId: 'p', variantId: 'v', quantity: '2' }], pincode: '400050' },
    [
      [{ pincode: undefined }, 'Pincode is required'],
      [{ pincode: '4000' }, 'Pincode must be within 6 digits'],
    ],
  ],
  [
    'order to a new address',
    api.storeOrders.place.body,
    { items: [{ productId: 'p', variantId: 'v', quantity: 2 }], address, payment: 'wallet' },
    [
      [{ addressId: 'a' }, 'Send either addressId or address'],
      [{ address: { ...address, street: '' } }, 'Name, house number, street and city are required'],
      [{ address: { ...address, fullName: '\u200b' } }, 'Name, house number, street and city are required'],
      [{ address: { ...address, phone: '1' } }, 'Enter a 10 digit mobile number'],
    ],
  ],
  [
    'message',
    api.storeContact.add.body,
    { name: 'Asha', email: '', phone: '98765 43210', msg: 'Hello' },
    [
      [{ msg: ' ' }, 'Name, phone and message is required'],
      [{ phone: '' }, 'Name, phone and message is required'],
      [{ phone: '98' }, 'Enter a 10 digit mobile number'],
      [{ email: 'asha' }, 'Enter a valid email or leave it empty'],
    ],
  ],
]

test.each(casesOf(forms))('$name: $input gets the message "$message"', ({ schema, input, message }) => {
  expect(messageFor(schema, input)).toBe(message)
})
