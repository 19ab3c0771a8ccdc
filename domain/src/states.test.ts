import { expect, test } from 'vitest'
import { stateCode, stateCodeOfPincode, stateName, stateTaxName } from './states.ts'

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

test('a pincode has the state in which its whole district lies', () => {
  const of: Record<string, string> = {
    '110001': 'Delhi',
    '122001': 'Haryana',
    '194101': 'Ladakh',
    '226001': 'Uttar Pradesh',
    '248001': 'Uttarakhand',
    '380001': 'Gujarat',
    '400001': 'Maharashtra',
    '403001': 'Goa',
    '500001': 'Telangana',
    '520001': 'Andhra Pradesh',
    '560001': 'Karnataka',
    '600001': 'Tamil Nadu',
    '695001': 'Kerala',
    '700001': 'West Bengal',
    '737101': 'Sikkim',
    '744101': 'Andaman and Nicobar Islands',
    '781001': 'Assam',
    '800001': 'Bihar',
    '834001': 'Jharkhand',
  }
  for (const [pincode, name] of Object.entries(of))
    expect(stateName(stateCodeOfPincode(pincode) ?? ''), pincode).toBe(name)
  // Chandigarh and Mohali, Saharanpur and Roorkee, Puducherry and Villupuram; nowhere; no pincodes.
  for (const pincode of ['160017', '247001', '605001', '999999', '040001', '4000', ''])
    expect(stateCodeOfPincode(pincode), pincode).toBeNull()
})
