import { expect, test } from 'vitest'
import { isIfsc, isUpi, normalPayee, payeeRefusal } from './payout.ts'

test.each(['HDFC0000123', 'SBIN0ABC12D'])('%s is an IFSC', (text) => {
  expect(isIfsc(text)).toBe(true)
})

test.each(['', 'HDFC1000123', 'HDF00000123', 'HDFC000012', 'HDFC00001234', 'hdfc0000123'])(
  '%j is not an IFSC',
  (text) => {
    expect(isIfsc(text)).toBe(false)
  },
)

test.each(['asha@okhdfcbank', '9876543210@ybl', 'a.b-c_d@upi1'])('%s is a UPI id', (text) => {
  expect(isUpi(text)).toBe(true)
})

test.each(['', 'a@upi', 'asha', 'asha@', 'asha@1bank', 'asha@ok bank', 'asha@okhdfc.com', 'as ha@upi'])(
  '%j is not a UPI id',
  (text) => {
    expect(isUpi(text)).toBe(false)
  },
)

const payee = { upiId: '', bankAcNumber: '', ifscCode: '' }

test('writes an account as banks do', () => {
  expect(normalPayee({ upiId: '', bankAcNumber: ' 5010 0012 345678 ', ifscCode: ' hdfc0001234' })).toEqual({
    upiId: '',
    bankAcNumber: '50100012345678',
    ifscCode: 'HDFC0001234',
  })
})

test.each([
  [{ upiId: 'ravi@upi' }, null],
  [{ upiId: 'ravi' }, 'A UPI ID looks like name@bank'],
  [{ bankAcNumber: '123456789', ifscCode: 'HDFC0001234' }, null],
  [{ bankAcNumber: '12345678', ifscCode: 'HDFC0001234' }, 'A bank account number has 9 to 18 digits'],
  [
    { bankAcNumber: '1234567890123456789', ifscCode: 'HDFC0001234' },
    'A bank account number has 9 to 18 digits',
  ],
  [
    { bankAcNumber: '123456789', ifscCode: 'HDFC1001234' },
    'An IFSC code has 4 letters, 0 and 6 letters or digits',
  ],
])('%j: %s', (account, refusal) => {
  expect(payeeRefusal({ ...payee, ...account })).toBe(refusal)
})
