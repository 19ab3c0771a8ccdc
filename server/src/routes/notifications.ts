import { notifications as calls } from '@kirana/contract/notifications'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import type { AppContext } from '../context.ts'
import { requireRow, HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { countPhones } from '../services/messaging/push.ts'
import { pushMessages as table } from '../tables/push-messages.ts'
import { users } from '../tables/users.ts'

type Message = Omit<typeof table.$inferInsert, 'status'>

/** Stores a message: queued for sending, or only recorded if push is not configured. */
async function store(db: Db, { push }: AppContext, message: Message) {
  const status = push.isConfigured ? 'sending' : 'recorded'
  return requireRow(
    await db
      .insert(table)
      .values({ ...message, status })
      .returning(),
    'Message',
  )
}

export const notifications = serve(calls, {
  list: async ({ db, context }) => ({
    isConfigured: context.push.isConfigured,
    messages: await db.select().from(table).orderBy(desc(table.id)).limit(20),
  }),
  reach: async ({ db }) => ({ reach: await countPhones(db) }),
  sendToUser: async ({ db, context, who, now, body: { fcmToken: token, ...text }, audit, after }) => {
    const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.fcmToken, token)).limit(1)
    if (!owner) throw new HttpError(404, 'No customer has this phone any more. Refresh the list')
    const one = { audience: 'one', token, userId: owner.id, reach: 1, by: who.name, createdAt: now } as const
    const { id } = await store(db, context, { ...text, ...one })
    audit({ object: id, after: { ...text, customer: owner.id } })
    after(context.push.wake)
  },
  sendToAll: async ({ db, context, who, now, body: text, audit, after }) => {
    const reach = await countPhones(db)
    const { id } = await store(db, context, { ...text, audience: 'all', reach, by: who.name, createdAt: now })
    audit({ object: id, after: { ...text, reach } })
    after(context.push.wake)
    return { id, reach }
  },
})
