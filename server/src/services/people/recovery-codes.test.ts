import type * as crypto from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { ownPlace } from './hashing.ts'
import type * as passwords from './passwords.ts'

const database = await testDatabase()
const spies = { derive: vi.fn(), compare: vi.fn() }
vi.doMock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  spies.compare.mockImplementation(real.timingSafeEqual)
  return { ...real, timingSafeEqual: spies.compare }
})
vi.doMock('./passwords.ts', async (original) => {
  const real = await original<typeof passwords>()
  spies.derive.mockImplementation(real.deriveKeys)
  return { ...real, deriveKeys: spies.derive }
})
vi.resetModules()
const { findRecoveryCode, generateRecoveryCodes, replaceRecoveryCodes } = await import('./recovery-codes.ts')
afterAll(async () => {
  vi.doUnmock('node:crypto')
  vi.doUnmock('./passwords.ts')
  vi.resetModules()
  await database.close()
})

const client = { address: '203.0.113.9', network: '203.0.113.0/24', device: undefined, visit: null }
const holder = { role: 'staff', id: '01a1fd41-f2a3-769d-9900-17803f8126b3' } as const

/** Whether an attempt found a code, and how many hashes and comparisons it took. */
async function attempt(code: string) {
  vi.clearAllMocks()
  const isFound = (await findRecoveryCode(database.db, holder, code, ownPlace)) !== null
  return [isFound, spies.derive.mock.calls.length, spies.compare.mock.calls.length]
}

test('an attempt takes as much work for each stored code as for a wrong one', async () => {
  const none = 'NSUCHCDEFG'
  expect(await attempt(none)).toEqual([false, 1, 0])
  const codes = await generateRecoveryCodes(client, 'asha')
  await replaceRecoveryCodes(database.db, holder, codes)
  const typed = codes.shown.map((code) => code.replace('-', ''))
  for (const at of [0, 4, 9]) expect(await attempt(typed[at] ?? '')).toEqual([true, 1, 10])
  expect(await attempt(none)).toEqual([false, 1, 10])
})
