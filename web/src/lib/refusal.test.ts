import { expect, test } from 'vitest'
import { isFinal, messageOf, Refusal } from './refusal.ts'

test("the server's message is shown as it came", () => {
  expect(messageOf(new Refusal(409, 'A pincode 400001 exists already'), 'Coin add failed')).toBe(
    'A pincode 400001 exists already',
  )
})

test("without a message the screen's own text is shown, else the general one", () => {
  expect(messageOf(new Refusal(0, ''), 'Coin add failed')).toBe('Coin add failed')
  expect(messageOf(new Refusal(500, ''))).toBe('Something went wrong')
})

test('the text of a programming mistake is not for operators', () => {
  expect(messageOf(new TypeError('x is undefined'))).toBe('Something went wrong')
})

test('a key is kept for another try unless the server has said no for good', () => {
  for (const status of [400, 403, 409, 422]) expect(isFinal(new Refusal(status, ''))).toBe(true)
  for (const status of [0, 500, 502, 503]) expect(isFinal(new Refusal(status, ''))).toBe(false)
  expect(isFinal(new Refusal(409, 'The same request is being worked on', 'in-flight'))).toBe(false)
  expect(isFinal(new TypeError('Failed to fetch'))).toBe(false)
})
