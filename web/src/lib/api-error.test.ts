import { expect, test } from 'vitest'
import { isFinal, messageOf, ApiError } from './api-error.ts'

test("shows the server's message unchanged", () => {
  expect(messageOf(new ApiError(409, 'A pincode 400001 already exists'), 'Coin add failed')).toBe(
    'A pincode 400001 already exists',
  )
})

test("falls back to the screen's text, then to the general one", () => {
  expect(messageOf(new ApiError(0, ''), 'Coin add failed')).toBe('Coin add failed')
  expect(messageOf(new ApiError(500, ''))).toBe('Something went wrong')
})

test('does not show the text of a programming error', () => {
  expect(messageOf(new TypeError('x is undefined'))).toBe('Something went wrong')
})

test('keeps the idempotency key unless the failure is final', () => {
  for (const status of [400, 403, 409, 422]) expect(isFinal(new ApiError(status, ''))).toBe(true)
  for (const status of [0, 500, 502, 503]) expect(isFinal(new ApiError(status, ''))).toBe(false)
  expect(isFinal(new ApiError(409, 'The same request is being worked on', 'in-flight'))).toBe(false)
  expect(isFinal(new TypeError('Failed to fetch'))).toBe(false)
})

test('a rejection before the key is looked up is final only for a first attempt', () => {
  for (const status of [401, 403, 429]) {
    expect(isFinal(new ApiError(status, ''))).toBe(true)
    expect(isFinal(new ApiError(status, ''), true)).toBe(false)
  }
  for (const status of [400, 404, 409, 422]) expect(isFinal(new ApiError(status, ''), true)).toBe(true)
})
