import { expect, test } from 'vitest'
import { normaliseReferralCode, referralError } from './referral.ts'

test.each([
  [{ owner: 'asha', customer: 'ravi', isFirstOrder: true }, null],
  [{ owner: 'asha', customer: null, isFirstOrder: true }, null],
  [{ owner: null, customer: 'ravi', isFirstOrder: true }, 'There is no such referral code'],
  [{ owner: null, customer: null, isFirstOrder: true }, 'There is no such referral code'],
  [{ owner: 'asha', customer: 'asha', isFirstOrder: true }, 'You cannot use your own referral code'],
  [
    { owner: 'asha', customer: 'ravi', isFirstOrder: false },
    'A referral code works on your first order only',
  ],
])('%j: %s', (use, message) => {
  expect(referralError(use)).toBe(message)
})

test.each([
  [' ash a7k\n', 'ASHA7K'],
  ['asha7k', 'ASHA7K'],
  ['\u2066ASHA7K\u2069', 'ASHA7K'],
  ['  ', ''],
])('normalises the code %j to %j', (text, code) => {
  expect(normaliseReferralCode(text)).toBe(code)
})
