import { api, callsOf } from '@kirana/contract'
import { users as calls } from '@kirana/contract/users'
import { dayInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { writeAudit } from '../calls/audit.ts'
import { endSessionsOf } from '../calls/sessions.ts'
import { rolesOf, serve } from '../http/serve.ts'
import { purgeReleasedFiles, release } from '../services/files/files.ts'
import { eraseCustomer } from '../services/people/erasure.ts'
import { personalDataFile, readPersonalData } from '../services/people/personal-data.ts'
import { profile, Profile } from '../services/people/customers.ts'
import { containingPhone, listRow, pageOf } from '../services/shared/pages.ts'
import { files } from '../tables/files.ts'

const row = listRow({
  profile: Profile,
  totalPayment: z.int(),
  isErased: z.boolean(),
  wallet: z.strictObject({
    coins: z.int(),
    money: z.int(),
    withdrawnCoins: z.int(),
    withdrawnMoney: z.int(),
  }),
})

const select = sql`${profile} AS profile, u.total_payment AS "totalPayment",
  u.erased_at IS NOT NULL AS "isErased", (
  SELECT json_build_object('coins', w.coins, 'money', w.money, 'withdrawnCoins', w.withdrawn_coins,
    'withdrawnMoney', w.withdrawn_money)
  FROM wallets w WHERE w.user_id = u.id) AS wallet`

/** The calls whose answers may be kept under a customer's idempotency key. */
const customerPosts = callsOf(api)
  .filter(({ route }) => route.method === 'POST' && rolesOf(route.access).includes('customer'))
  .map(({ name }) => name)

export const users = serve(calls, {
  list: async ({ db, params, query: { search } }) => {
    const selection = {
      from: sql`users u`,
      id: sql`u.id`,
      condition: search ? containingPhone(sql`u.phone`, search) : sql`true`,
      name: JSON.stringify(['users', search]),
      size: PAGE_SIZE.users,
    }
    const page = await pageOf(db, selection, params.page, { select, row })
    const data = page.data.map(({ profile: customer, ...more }) => ({
      ...customer,
      ...more,
    }))
    return { ...page, data }
  },
  export: async ({ db, params: { userId }, who, context, request, reply, now }) => {
    const data = await readPersonalData(db, userId)
    await writeAudit(db, {
      call: 'users.export',
      who,
      requestId: request.id,
      change: { object: userId },
      now,
    })
    request.visit?.pause()
    return reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="customer-${dayInKolkata(now)}.json"`,
        'cache-control': 'private, no-store',
      })
      .send(personalDataFile(data, context.files))
  },
  erase: async ({ db, body: { userId, lastDigits, reason }, context, now, after, audit }) => {
    const scopes = customerPosts.map((call) => `customer:${userId} ${call}`)
    const erased = await eraseCustomer(db, { id: userId, lastDigits, scopes, now })
    const pictures = await release(db, erased, eq(files.purpose, 'manual-order'))
    await endSessionsOf({ db, context, after }, 'customer', userId)
    if (pictures.length > 0)
      after(() => purgeReleasedFiles(context.database.db, context.files, { only: pictures }))
    audit({ object: userId, after: { reason } })
  },
})
