import { users as calls } from '@kirana/contract/users'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { serve } from '../http/serve.ts'
import { profile, Profile } from '../services/people/customers.ts'
import { containingPhone, listRow, pageOf } from '../services/shared/pages.ts'

const row = listRow({
  profile: Profile,
  totalPayment: z.int(),
  wallet: z.strictObject({
    coins: z.int(),
    money: z.int(),
    withdrawnCoins: z.int(),
    withdrawnMoney: z.int(),
  }),
})

const select = sql`${profile} AS profile, u.total_payment AS "totalPayment", (
  SELECT json_build_object('coins', w.coins, 'money', w.money, 'withdrawnCoins', w.withdrawn_coins,
    'withdrawnMoney', w.withdrawn_money)
  FROM wallets w WHERE w.user_id = u.id) AS wallet`

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
    const data = page.data.map(({ profile: customer, totalPayment, wallet }) => ({
      ...customer,
      totalPayment,
      wallet,
    }))
    return { ...page, data }
  },
})
