import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { HttpError } from '../../errors.ts'
import { testDatabase } from '../../testing/database.ts'
import { perAddress, perName, perNameAndAddress } from './accounts.ts'
import { countAttempt, recordSuccess, type Rule, purgeExpiredAttempts } from './rate-limits.ts'
import {
  sendsPerDevice,
  sendsPerPhone,
  sendsPerPhoneAndDevices,
  sendsPerPhoneAndNetwork,
  triesPerPhone,
  triesPerPhoneAndNetwork,
} from './code-limits.ts'
import { newSignInCode, purgeExpiredSignInCodes, redeemSignInCode } from './sign-in-codes.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours))

test('keeps failed attempts for a day, so that waiting between guesses does not reset the limit', async () => {
  const { free } = perNameAndAddress
  for (let n = 0; n < free; n++) await countAttempt(db, { asha: perNameAndAddress }, at(0))
  await countAttempt(db, { ravi: perNameAndAddress }, at(20))
  await purgeExpiredAttempts(db, at(23))
  await expect(countAttempt(db, { asha: perNameAndAddress }, at(0))).rejects.toMatchObject({ status: 429 })
  await purgeExpiredAttempts(db, at(25))
  const { rows } = await db.execute<{ key: string }>(sql`SELECT key FROM attempts`)
  expect(rows).toEqual([{ key: 'ravi' }])
})

test('does not add up the mistyped passwords of one address over several days', async () => {
  for (let day = 0; day < perAddress.free + 2; day++) {
    await countAttempt(db, { 'day by day': perAddress }, at(day * 23))
    const counted = await countAttempt(db, { 'day by day': perAddress }, at(day * 23))
    await recordSuccess(db, counted, { reset: ['somebody'] })
  }
})

test('allows at most 17 guesses an hour, even when the one-day window restarts within it', async () => {
  const guess = (minute: number) =>
    countAttempt(db, { 'at night': perNameAndAddress }, new Date(at(24).getTime() + minute * 60_000))
  await countAttempt(db, { 'at night': perNameAndAddress }, at(0))
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

test('counts a blocked attempt under no other key', async () => {
  const attempt = (name: string) => countAttempt(db, { [name]: perNameAndAddress, shop: perAddress }, at(0))
  const failedAttemptsOf = async (key: string) =>
    (await db.execute<{ misses: number }>(sql`SELECT misses FROM attempts WHERE key = ${key}`)).rows[0]
      ?.misses
  const { free } = perNameAndAddress
  for (let n = 0; n < free; n++) await attempt('meera')
  await expect(attempt('meera')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  expect(await failedAttemptsOf('shop')).toBe(free)
  for (let n = free; n < perAddress.free; n++) await attempt(`name ${n}`)
  await expect(attempt('another')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  expect(await failedAttemptsOf('another')).toBeUndefined()
  await recordSuccess(db, [], { reset: ['meera', 'shop'] })
  await attempt('meera')
})

test('does not lift a block set by others after a successful sign-in', async () => {
  const rules = (name: string) => ({ [name]: perNameAndAddress, office: perAddress })
  const own = await countAttempt(db, rules('insider'), at(0))
  for (let n = 1; n < perAddress.free; n++) await countAttempt(db, rules(`guess ${n}`), at(0))
  await recordSuccess(db, own, { reset: ['insider'] })
  await expect(countAttempt(db, rules('one more'), at(0))).rejects.toMatchObject({ status: 429 })
  // The attempt that sets the block and then succeeds lifts it.
  const right = await countAttempt(db, rules('asha'), new Date(at(0).getTime() + 60_000))
  await recordSuccess(db, right, { reset: ['asha'] })
  await countAttempt(db, rules('next'), new Date(at(0).getTime() + 60_000))
})

/** How many attempts a day the rule allows a client that retries as soon as each wait is over. */
async function attemptsPerDay(rule: Rule) {
  const end = at(24).getTime()
  let count = 0
  for (let now = at(0).getTime(); now < end;) {
    try {
      await countAttempt(db, { persistent: rule }, new Date(now))
      count++
    } catch (error) {
      now += ((error as HttpError).retryAfter ?? 0) * 1000
    }
  }
  await recordSuccess(db, [], { reset: ['persistent'] })
  return count
}

test('blocks one address or device before it uses up the daily limit of a username or phone', async () => {
  expect(await attemptsPerDay(perNameAndAddress)).toBeLessThan(perName.free)
  expect(await attemptsPerDay(sendsPerPhoneAndNetwork)).toBeLessThan(sendsPerPhone.free)
  expect(await attemptsPerDay(triesPerPhoneAndNetwork)).toBeLessThan(triesPerPhone.free)
  expect(await attemptsPerDay(sendsPerDevice)).toBeLessThan(sendsPerPhoneAndDevices.free)
  expect(await attemptsPerDay(sendsPerPhoneAndDevices)).toBeLessThan(30)
})

test('removes expired sign-in codes', async () => {
  const attempt = {
    phone: '+919800000001',
    network: '203.0.113.9',
    device: undefined,
    sampleMode: false,
    now: at(0),
  }
  const { code } = await newSignInCode(db, attempt)
  await purgeExpiredSignInCodes(db, at(0))
  await redeemSignInCode(db, { ...attempt, code })
  await newSignInCode(db, attempt)
  await purgeExpiredSignInCodes(db, at(1))
  expect((await db.execute(sql`SELECT 1 FROM sign_in_codes`)).rows).toEqual([])
})
