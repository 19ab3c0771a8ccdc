import { expect, test } from 'vitest'
import { stateCode, stateName, stateTaxName } from './states.ts'

test('finds a state’s code in any spelling', () => {
  expect(stateCode('JAMMU & KASHMIR')).toBe('01')
  expect(stateCode(' maharashtra')).toBe('27')
  expect(stateCode('')).toBeNull()
  expect(stateCode('Somewhere')).toBeNull()
})

test('returns the name of a code and of the state’s tax', () => {
  expect([stateName('27'), stateName('99')]).toEqual(['Maharashtra', null])
  expect([stateTaxName('27'), stateTaxName('04')]).toEqual(['SGST', 'UTGST'])
})
