import { expect, test } from 'vitest'
import {
  FRESH_MS,
  isFresh,
  newRecoveryCode,
  readCode,
  RECOVERY_LETTERS,
  type TypedCode,
} from './second-factor.ts'

test.each<[string, TypedCode]>([
  ['123456', { kind: 'totp', code: '123456' }],
  [' 123 456 ', { kind: 'totp', code: '123456' }],
  ['abcde-fghjk', { kind: 'recovery', code: 'ABCDEFGHJK' }],
  ['ABCDE FGHJK', { kind: 'recovery', code: 'ABCDEFGHJK' }],
  ['22222-33333', { kind: 'recovery', code: '2222233333' }],
  ['12345', null],
  ['1234567', null],
  ['ABCDE-FGHJ0', null],
  ['ABCDE-FGHJKL', null],
  ['१२३४५६', null],
  ['', null],
])('reads %j', (typed, expected) => {
  expect(readCode(typed)).toEqual(expected)
})

test('a recovery code is read as it is shown', () => {
  let n = 0
  const code = newRecoveryCode((most) => (n += 7) % most)
  expect(code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
  expect(readCode(code)).toEqual({ kind: 'recovery', code: code.replace('-', '') })
  expect(new Set(RECOVERY_LETTERS).size).toBe(32)
})

test('a second factor is fresh for five minutes', () => {
  const at = new Date('2026-11-21T13:00:00Z')
  const later = (ms: number) => new Date(at.getTime() + ms)
  expect(isFresh(at, at)).toBe(true)
  expect(isFresh(at, later(FRESH_MS - 1))).toBe(true)
  expect(isFresh(at, later(FRESH_MS))).toBe(false)
  expect(isFresh(at, later(-1))).toBe(false)
  expect(isFresh(null, at)).toBe(false)
})
