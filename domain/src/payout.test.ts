import { expect, test } from 'vitest'
import { isIfsc, isUpi } from './payout.ts'

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
