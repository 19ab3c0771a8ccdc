import { notifications as calls } from '@kirana/contract/notifications'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import type { Kit } from '../http/kit.ts'
import { found, Refused } from '../http/refuse.ts'
import { serve } from '../http/serve.ts'
import { countPhones } from '../services/push.ts'
import { pushMessages as table } from '../tables/push-messages.ts'
import { users } from '../tables/users.ts'

type Message = Omit<typeof table.$inferInsert, 'status'>

/** Keeps a message to be sent or, where push is not configured, for the record alone. */
async function keep(db: Db, { push }: Kit, message: Message) {
  const status = push.isConfigured ? 'sending' : 'recorded'
  return found(
    await db
      .insert(table)
      .values({ ...message, status })
      .returning(),
    'Message',
  )
}

export const notifications = serve(calls, {
  list: async ({ db, kit }) => ({
    isConfigured: kit.push.isConfigured,
    messages: await db.select().from(table).orderBy(desc(table.id)).limit(20),
  }),
  reach: async ({ db }) => ({ reach: await countPhones(db) }),
  sendToUser: async ({ db, kit, who, now, body: { fcmToken: token, ...text }, audit, after }) => {
    const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.fcmToken, token)).limit(1)
    if (!owner) throw new Refused(404, 'No customer has this phone any more. Refresh the list')
    const one = { audience: 'one', token, reach: 1, by: who.name, createdAt: now } as const
    const { id } = await keep(db, kit, { ...text, ...one })
    audit({ object: id, after: { ...text, customer: owner.id } })
    after(kit.push.wake)
  },
  sendToAll: async ({ db, kit, who, now, body: text, audit, after }) => {
    const reach = await countPhones(db)
    const { id } = await keep(db, kit, { ...text, audience: 'all', reach, by: who.name, createdAt: now })
    audit({ object: id, after: { ...text, reach } })
    after(kit.push.wake)
    return { id, reach }
  },
})
