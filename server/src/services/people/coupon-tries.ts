import { sql } from 'drizzle-orm'
import type { Client } from '../../request/client.ts'
import type { Db } from '../../db/types.ts'
import { type CountedKeys, countAttempt, recordSuccess, type Rule } from './rate-limits.ts'

/** Valid names, per customer and per address; enough for a cart that is changed many times a day. */
const triesPerCustomer: Rule = { free: 500, firstWait: 1, growth: 1.1, longestWait: 60 }
const triesPerAddress: Rule = { free: 20_000, firstWait: 1, growth: 1.001, longestWait: 10 }
/** Unknown names: enough for typing errors, too few for guessing; at most about 110 a day. */
export const wrongPerCustomer: Rule = { free: 15, firstWait: 60 }
/** Anonymous callers of one address, which may be a mobile network: 300 a day without waiting, then one a minute. */
export const wrongPerAddress: Rule = { free: 300, firstWait: 1, growth: 1.05, longestWait: 60 }

/** An IPv6 network has many addresses, so guesses from all of them count together. */
export const wrongPerNetwork: Rule = { ...wrongPerAddress, free: 3_000 }

type Caller = Pick<Client, 'address' | 'network'> & { customer: string | null; now: Date }

const WRONG = 'coupon:wrong:'

/**
 * Counts the coupon name of a cart or an order as unknown before it is looked up, so that parallel guesses cannot
 * bypass the limit; `couponTryWasRight` reverts that. Customers are counted separately, not by address.
 * @throws HttpError 429 with `retryAfter` after too many names
 */
export const countCouponTry = (db: Db, { customer, address, network, now }: Caller): Promise<CountedKeys> => {
  const rules =
    customer === null
      ? {
          [`coupon:tries:address:${address}`]: triesPerAddress,
          [`${WRONG}address:${address}`]: wrongPerAddress,
          [`${WRONG}network:${network}`]: wrongPerNetwork,
        }
      : {
          [`coupon:tries:customer:${customer}`]: triesPerCustomer,
          [`${WRONG}customer:${customer}`]: wrongPerCustomer,
        }
  return countAttempt(db, rules, now)
}

/** Call this if the name exists, even if it cannot be used: the attempt no longer counts as a guess. */
export const couponTryWasRight = (db: Db, counted: CountedKeys) =>
  recordSuccess(
    db,
    counted.filter(({ key }) => key.startsWith(WRONG)),
    { reset: [] },
  )

/** Counts the coupon name of an order. Call it outside any transaction. @throws HttpError 429 */
export async function throttleOrderCoupon(db: Db, name: string, caller: Caller) {
  if (name === '') return
  const counted = await countCouponTry(db, caller)
  const { rows } = await db.execute(sql`SELECT 1 FROM coupons WHERE lower(name) = lower(${name})`)
  if (rows.length > 0) await couponTryWasRight(db, counted)
}
