import { randomInt } from 'node:crypto'
import { ownPage } from '@kirana/contract/wire/own-page'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startSession } from '../request/sessions.ts'
import { riders } from '../tables/riders.ts'
import { testApp } from '../testing/app.ts'
import { findInvariantViolations } from '../testing/violations.ts'
import { factories } from '../testing/factories.ts'
import { type GeneratedRequest, requests } from '../testing/requests.ts'
import { noteResult } from '../testing/results.ts'
import { aRider } from '../testing/riders.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)

/** `npm run test:requests` sets a higher number. The seed of a failed run reproduces its requests. */
const count = Number(process.env['REQUESTS'] ?? 1_500)
const fresh = process.env['RANDOM_SEED'] ? randomInt(2 ** 31) : 20_261_121
const seed = Number(process.env['SEED'] ?? fresh)
const batchSize = 250

type Role = 'staff' | 'superadmin' | 'customer' | 'rider'

/** Creates everything that a call may reference. Repeated for each batch, because requests delete data. */
async function createData() {
  const customer = await make.aCustomer({ money: 50_000 })
  const product = await make.aProduct()
  const order = await make.anOrder({ customer, items: [product.item()] })
  const coupon = await make.aCoupon()
  const charge = await make.aCharge()
  const { section, category, subcategory, variants } = await make.aProduct()
  const staff = await t.signIn.staff()
  const superadmin = await t.signIn.superadmin()
  const rider = await aRider(t)
  await t.db.update(riders).set({ isActive: true })
  await t.db.execute(sql`UPDATE staff SET is_active = true`)
  const ids = [
    customer,
    staff,
    superadmin,
    rider,
    coupon,
    charge,
    section,
    category,
    subcategory,
    product,
    ...variants,
  ]
  const known = [
    ...ids.map(({ id }) => id),
    order._id,
    '1',
    '400001',
    '9800000001',
    coupon.name,
    'Rice',
    '2026-11-21',
  ]
  return {
    known,
    people: { staff: staff.id, superadmin: superadmin.id, customer: customer.id, rider: rider.id },
  }
}

/** Matches stack traces, SQL statements and database errors, which no response may contain. */
const leaks =
  /\n\s+at |node_modules|\.ts:\d|Failed query|\bselect .+ from\b|\binsert into\b|drizzle|postgres|pglite|relation "|constraint/i

test(`answers ${count} generated requests (SEED=${seed}) without internal errors or leaks`, async () => {
  const statuses: Record<string, number> = {}
  const failed: object[] = []
  for (let done = 0; done < count; done += batchSize) {
    const { known, people } = await createData()
    const sessions = new Map<string, string>()
    const session = async (role: Role) => {
      const token = sessions.get(role) ?? (await startSession(t.db, role, people[role], t.context.now()))
      sessions.set(role, token)
      return role === 'customer'
        ? { authorization: `Bearer ${token}` }
        : { ...ownPage, cookie: `kirana_${role}=${token}` }
    }
    const numRuns = Math.min(batchSize, count - done)
    for (const made of fc.sample(requests(known), { numRuns, seed: seed + done })) {
      const { who, method, url, payload } = made
      const headers = { ...(who === 'public' ? {} : await session(who as Role)), ...made.headers }
      const answer = await t.app.inject({ method, url, headers, ...(payload && { payload }) })
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      if (answer.statusCode === 401) sessions.delete(who)
      if (answer.statusCode >= 500 || (answer.statusCode >= 400 && leaks.test(answer.body)))
        failed.push(report(made, answer))
      // Advances the clock, so that rate limits expire.
      t.clock.pass(1)
    }
  }
  noteResult(`requests-${t.database.engine}`, { requests: count, seed, statuses, failed: failed.length })
  expect(failed.slice(0, 10)).toEqual([])
  expect(statuses['200']).toBeGreaterThan(count / 20)
  expect(await findInvariantViolations(t.db)).toEqual([])
}, 3_600_000)

const report = (
  { who, method, url, headers, payload }: GeneratedRequest,
  answer: { statusCode: number; body: string },
) => ({
  request: `${who}: ${method} ${url.slice(0, 300)}`,
  headers,
  payload: payload?.toString().slice(0, 500),
  answer: `${answer.statusCode} ${answer.body.slice(0, 300)}`,
})
