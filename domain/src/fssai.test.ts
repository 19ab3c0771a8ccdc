import { expect, test } from 'vitest'
import { fssaiLine, isFssai, tidyFssai } from './fssai.ts'

test('a number has 14 digits, however it was typed', () => {
  expect(tidyFssai(' 1152 1999\n000 123 ')).toBe('11521999000123')
  expect(isFssai('11521999000123')).toBe(true)
  for (const wrong of ['', '1152199900012', '115219990001234', '1152199900012A', '११५२१९९९०००१२३'])
    expect([wrong, isFssai(wrong)]).toEqual([wrong, false])
})

test('without a valid number there is no line', () => {
  expect(fssaiLine('11521999000123')).toBe('FSSAI licence no. 11521999000123')
  for (const none of ['', '1152', '<b>']) expect(fssaiLine(none)).toBe('')
})
