import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { countAttempt, forgive, perAddress, perName, sweepAttempts } from './attempts.ts'
import { newSignInCode, redeemSignInCode, sweepSignInCodes } from './customers.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours))

test('attempts are forgotten after a day, not before: whoever is slow does not start afresh', async () => {
  for (let n = 0; n < perName.free; n++) await countAttempt(db, { asha: perName }, at(0))
  await countAttempt(db, { ravi: perName }, at(20))
  await sweepAttempts(db, at(23))
  await expect(countAttempt(db, { asha: perName }, at(0))).rejects.toMatchObject({ status: 429 })
  await sweepAttempts(db, at(25))
  const { rows } = await db.execute<{ key: string }>(sql`SELECT key FROM attempts`)
  expect(rows).toEqual([{ key: 'ravi' }])
})

test('the mistypes of a shop that signs in every day do not add up', async () => {
  for (let day = 0; day < perAddress.free + 2; day++) {
    await countAttempt(db, { 'day by day': perAddress }, at(day * 23))
    await countAttempt(db, { 'day by day': perAddress }, at(day * 23))
    await forgive(db, 'somebody', 'day by day')
  }
})

test('at most 17 guesses an hour get through, also where a new day begins within it', async () => {
  const guess = (minute: number) =>
    countAttempt(db, { 'at night': perName }, new Date(at(24).getTime() + minute * 60_000))
  await countAttempt(db, { 'at night': perName }, at(0))
  let guesses = 0
  for (let minute = -15; minute < 45; minute++) {
    while (
      await guess(minute).then(
        () => true,
        () => false,
      )
    )
      guesses++
  }
  expect(guesses).toBe(17)
})

test('who is blocked already is charged nowhere else: neither the address of a name, nor a name of an address', async () => {
  const attempt = (name: string) => countAttempt(db, { [name]: perName, shop: perAddress }, at(0))
  const missesOf = async (key: string) =>
    (await db.execute<{ misses: number }>(sql`SELECT misses FROM attempts WHERE key = ${key}`)).rows[0]
      ?.misses
  for (let n = 0; n < perName.free; n++) await attempt('meera')
  await expect(attempt('meera')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  expect(await missesOf('shop')).toBe(perName.free)
  for (let n = perName.free; n < perAddress.free; n++) await attempt(`name ${n}`)
  await expect(attempt('another')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  expect(await missesOf('another')).toBeUndefined()
  await forgive(db, 'meera', 'shop')
  await attempt('meera')
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
