import { expect, test } from 'vitest'
import { amountInWords } from './words.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [50, 'Rupees Zero and Fifty Paise Only'],
  [1_901, 'Rupees Nineteen and One Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [12_345_650, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only'],
  [100_000_000, 'Rupees Ten Lakh Only'],
  [12_34_56_789_00, 'Rupees Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine Only'],
  [1_00_000_00_00_000_00, 'Rupees One Lakh Crore Only'],
])('%d paise', (amount, words) => expect(amountInWords(amount)).toBe(words))
