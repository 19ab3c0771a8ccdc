import { expect, test } from 'vitest'
import { isUpiUtr, matchStatement, statementAmount, statementDay, statementSide, upiLink } from './upi.ts'

test('a UPI link names payee, exact amount and order', () => {
  expect(
    upiLink({ upiId: 'kirana@okbank', name: 'Kirana & Co', amount: 1_23_450, note: 'OD261126-0001' }),
  ).toBe('upi://pay?pa=kirana%40okbank&pn=Kirana%20%26%20Co&am=1234.50&cu=INR&tn=OD261126-0001')
  expect(upiLink({ upiId: 'a@b', name: '', amount: 5, note: '' })).toBe('upi://pay?pa=a%40b&am=0.05&cu=INR')
})

test('a UTR of UPI has 12 digits', () => {
  expect(['433312345678', '43331234567', '4333123456789', '43331234567a', ''].map(isUpiUtr)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-26 14:05:00', '2026-11-26'],
  ['26/11/2026', '2026-11-26'],
  [' 6-1-26 ', '2026-01-06'],
  ['26.11.2026 10:00', '2026-11-26'],
  ['26-Nov-2026', '2026-11-26'],
  ['26 November 26', '2026-11-26'],
  ['31/02/2026', null],
  ['11/26/2026', null],
  ['Total', null],
  ['', null],
])('the day of %j is %j', (cell, day) => {
  expect(statementDay(cell)).toBe(day)
})

test.each([
  ['160', 16_000],
  ['160.5', 16_050],
  ['₹1,23,456.78', 1_23_456_78],
  ['160.00 Cr', 16_000],
  ['Rs. 99.00', 9_900],
  ['INR 5 (CR)', 500],
  ['-160.00', null],
  ['160.00 Dr', null],
  ['160.001', null],
  ['160,00', 16_000],
  ['1.234,5', 1_23_450],
  ['1.23.456,78', 1_23_456_78],
  ['1,234', 1_23_400],
  ['1.2.3,00', null],
  ['0.00', null],
  ['', null],
])('%j credits %j paise', (cell, amount) => {
  expect(statementAmount(cell)).toBe(amount)
})

test.each([
  ['CR', 'credit'],
  [' Cr. ', 'credit'],
  ['(C)', 'credit'],
  ['Deposit', 'credit'],
  ['DR', 'debit'],
  ['Debit', 'debit'],
  ['Withdrawal', 'debit'],
  ['Dr / Cr', null],
  ['credit card', null],
  ['160.00 Cr', null],
  ['', null],
])('%j says %j', (cell, side) => {
  expect(statementSide(cell)).toBe(side)
})

const payment = (id: string, utr: string, { amount = 16_000, isUnverified = true } = {}) => ({
  id,
  utr,
  amount,
  day: '2026-11-26',
  isUnverified,
})
const credit = (row: number, text: string, amount = 16_000, day = '2026-11-26') => ({
  row,
  text,
  amount,
  day,
})

test('a credit proves the payment whose UTR and amount it has, once', () => {
  const payments = [payment('a', '433312345678'), payment('b', '433312345679'), payment('c', '433312345670')]
  const { matched, other } = matchStatement(
    [
      credit(2, 'UPI/433312345678/RAVI/okbank'),
      credit(3, '433312345678'),
      credit(4, '433312345679', 15_000),
      credit(5, 'Account 123456789012, UTR 433312345670'),
      credit(6, '9433312345670'),
    ],
    payments,
  )
  expect(matched.map((pair) => [pair.credit.row, pair.payment.id])).toEqual([
    [2, 'a'],
    [5, 'c'],
  ])
  expect(other.map((pair) => [pair.credit.row, pair.payment.id])).toEqual([[4, 'b']])
})

test('a credit from before the payment does not prove it', () => {
  const payments = [payment('a', '433312345678')]
  const on = (day: string) =>
    matchStatement([credit(2, '433312345678', 16_000, day)], payments).matched.length
  // A phone without a network sends the payment later: the credit may be of the day before.
  expect([on('2026-11-24'), on('2026-11-25'), on('2026-11-27')]).toEqual([0, 1, 1])
})

test('a row with the wrong amount is not reported if another row has the right one', () => {
  const payments = [payment('a', '433312345678')]
  const { matched, other } = matchStatement(
    [credit(2, '433312345678', 100), credit(3, '433312345678')],
    payments,
  )
  expect([matched.length, other.length]).toEqual([1, 0])
})

test.each([
  ['fits the settled payment', 16_000, 16_000, []],
  ['has another amount than the settled payment', 15_000, 16_000, ['b']],
  ['is of no payment', 16_000, 14_000, []],
])('a credit with two numbers that %s', (_, settled, credited, expected) => {
  const payments = [
    payment('a', '433312345678', { amount: settled, isUnverified: false }),
    payment('b', '433312345679'),
  ]
  const { matched } = matchStatement([credit(2, '433312345679 433312345678', credited)], payments)
  expect(matched.map((pair) => pair.payment.id)).toEqual(expected)
})

test('of two payments that one credit names, it proves one, also where its row is repeated', () => {
  const payments = [payment('a', '433312345678'), payment('b', '433312345679')]
  const text = 'UPI/433312345678/note 433312345679'
  const { matched, other } = matchStatement([credit(2, text), credit(3, text)], payments)
  expect([matched.map((pair) => pair.payment.id), other]).toEqual([['a'], []])
})

test('a row with the UTR of a payout of the store proves no payment', () => {
  const payments = [payment('a', '433312345678'), payment('b', '433312345679')]
  const rows = [credit(2, 'UPI/433312345678/RAVI'), credit(3, 'UPI/433312345670/433312345679')]
  const { matched, other } = matchStatement(rows, payments, new Set(['433312345678', '433312345670']))
  expect([matched, other.map((pair) => [pair.credit.row, pair.payment.id, pair.isPayout])]).toEqual([
    [],
    [
      [2, 'a', true],
      [3, 'b', true],
    ],
  ])
})
