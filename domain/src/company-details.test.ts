import { expect, test } from 'vitest'
import { detailProblems } from './company-details.ts'

const before = { name: 'Kirana', email: 'care at kirana', contact: '12345', website: 'kirana.example' }
const fieldsOf = (sent: Partial<typeof before>) => detailProblems(before, sent).map(({ field }) => field)

test('only changed details are checked', () => {
  expect(fieldsOf(before)).toEqual([])
  expect(fieldsOf({})).toEqual([])
  expect(fieldsOf({ email: 'care at', contact: '123456', website: 'kirana.test', name: ' ' })).toEqual([
    'name',
    'email',
    'contact',
    'website',
  ])
})

test('a contact has 10 digits, a website starts with its scheme', () => {
  for (const contact of ['9800000000', '+91 98000 00000', '022 2202 0000', '0091-98000-00000', ''])
    expect([contact, fieldsOf({ contact })]).toEqual([contact, []])
  for (const contact of ['980000000', '98000000001', '+1 98000 00000', 'call us'])
    expect([contact, fieldsOf({ contact })]).toEqual([contact, ['contact']])
  for (const website of ['https://kirana.example', 'HTTP://www.kirana.example/shop', ''])
    expect([website, fieldsOf({ website })]).toEqual([website, []])
  for (const website of [
    'www.kirana.example',
    'ftp://kirana.example',
    'https://localhost',
    'javascript:alert(1)',
  ])
    expect([website, fieldsOf({ website })]).toEqual([website, ['website']])
})

test('a name that was never set may stay empty', () => {
  expect(detailProblems({ ...before, name: '' }, { name: '' })).toEqual([])
})
