import { api, callsOf } from '@kirana/contract'
import { users as calls } from '@kirana/contract/users'
import { dayInKolkata } from '@kirana/domain/calendar'
import { inArray } from 'drizzle-orm'
import { writeAudit } from '../request/audit.ts'
import { endSessionsOf } from '../request/sessions.ts'
import { sendLongFile } from '../http/download.ts'
import { rolesOf, serve } from '../http/serve.ts'
import { storeWithoutTurn } from '../services/files/files.ts'
import { releaseFiles } from '../services/files/removal.ts'
import { noteErasure } from '../services/operations/erasures.ts'
import { eraseCustomer } from '../services/people/erasure.ts'
import { personalDataFile, readPersonalData } from '../services/people/personal-data.ts'
import { customerPage, findCustomers, readCustomer } from '../services/people/customer-rows.ts'
import { files } from '../tables/files.ts'

/** The calls whose answers may be stored under a customer's idempotency key. */
const customerPosts = callsOf(api)
  .filter(({ route }) => route.method === 'POST' && rolesOf(route.access).includes('customer'))
  .map(({ name }) => name)

export const users = serve(calls, {
  list: ({ db, params, query }) => customerPage(db, query, params.page),
  get: ({ db, params: { userId } }) => readCustomer(db, userId),
  find: ({ db, query: { search } }) => findCustomers(db, search),
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
    return sendLongFile(reply, context.config, {
      name: `customer-${dayInKolkata(now)}.json`,
      type: 'application/json',
      parts: personalDataFile(data, context.files),
    })
  },
  erase: async (call) => {
    const { db, body, context, request, now, after, audit } = call
    const { userId, lastDigits, reason } = body
    const scopes = customerPosts.map((call) => `customer:${userId} ${call}`)
    const erased = await eraseCustomer(db, { id: userId, lastDigits, scopes, now })
    await releaseFiles(call, erased, inArray(files.purpose, ['manual-order', 'claim', 'drop']))
    await endSessionsOf({ db, context, after }, 'customer', userId)
    const store = storeWithoutTurn(context.files, request.visit)
    after(() => noteErasure(store, userId, now))
    audit({ object: userId, after: { reason } })
  },
})
