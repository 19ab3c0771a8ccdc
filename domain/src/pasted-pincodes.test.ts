import { expect, test } from 'vitest'
import { readPincodes } from './pasted-pincodes.ts'

test.each([
  ['', [], [], []],
  [' \n,;', [], [], []],
  ['400001', ['400001'], [], []],
  ['400003, 400001;400002\n400004\t400005', ['400003', '400001', '400002', '400004', '400005'], [], []],
  ['400 001 400 002,400003', ['400001', '400002', '400003'], [], []],
  ['400001 400001, 400 001', ['400001'], ['400001', '400001'], []],
  ['Mumbai 400001 4000 Mumbai', ['400001'], ['Mumbai'], ['Mumbai', '4000']],
  ['400 0012, ४००००१', [], [], ['400', '0012', '४००००१']],
])('parses %j', (text, valid, duplicates, malformed) => {
  expect(readPincodes(text)).toEqual({ valid, duplicates, malformed })
})
