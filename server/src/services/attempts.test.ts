import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { countAttempt, perName, sweepAttempts } from './attempts.ts'
import { newSignInCode, redeemSignInCode, sweepSignInCodes } from './customers.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours))

test('attempts are forgotten after a day, not before: whoever is slow does not start afresh', async () => {
  for (let n = 0; n < perName.free; n++) await countAttempt(db, 'staff:name:asha', perName, at(0))
  await countAttempt(db, 'staff:name:ravi', perName, at(20))
  await sweepAttempts(db, at(23))
  await expect(countAttempt(db, 'staff:name:asha', perName, at(0))).rejects.toMatchObject({ status: 429 })
  await sweepAttempts(db, at(25))
  const { rows } = await db.execute<{ key: string }>(sql`SELECT key FROM attempts`)
  expect(rows).toEqual([{ key: 'staff:name:ravi' }])
})

test('a code is removed once it has expired', async () => {
  const asked = { phone: '+919800000001', address: '203.0.113.9', now: at(0) }
  const code = await newSignInCode(db, asked)
  await sweepSignInCodes(db, at(0))
  await redeemSignInCode(db, { ...asked, code })
  await newSignInCode(db, asked)
  await sweepSignInCodes(db, at(1))
  expect((await db.execute(sql`SELECT 1 FROM sign_in_codes`)).rows).toEqual([])
})
