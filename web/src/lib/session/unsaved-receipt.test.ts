import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from './session.ts'
import { unsavedReceipt } from './unsaved-receipt.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  signedIn('staff', { _id: 's1', username: 'asha' })
})
afterEach(() => void vi.unstubAllGlobals())

const keep = (staffId: string, draft: object) =>
  stored.set(`kirana-receipt-${staffId}`, JSON.stringify(draft))

test('finds the receipt of the signed-in staff member, and whether it was sent', () => {
  keep('s2', { lines: [{}], sent: null })
  expect(unsavedReceipt()).toBeNull()
  keep('s1', { supplier: 'Amul', lines: [{}, {}], sent: null })
  expect(unsavedReceipt()).toMatchObject({ lines: 2, isSent: false })
  keep('s1', { lines: [{}], sent: { input: '{}', key: 'k1', at: 1 } })
  const receipt = unsavedReceipt()
  expect(receipt).toMatchObject({ lines: 1, isSent: true })
  receipt?.discard()
  expect(unsavedReceipt()).toBeNull()
  expect([...stored.keys()].filter((key) => key.includes('receipt'))).toEqual(['kirana-receipt-s2'])
})

test('finds none if the storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('Access is denied')
    },
  })
  expect(unsavedReceipt()).toBeNull()
})
