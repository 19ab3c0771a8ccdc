import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'

type Push = {
  userId: string
  title: string
  body: string
  by: string
  now: Date
  /** Without a push provider the message is stored, but not sent. */
  isConfigured: boolean
}

/** Queues a push message to a customer's phone, if its push token is known. Wake the sender after the commit. */
export const queuePush = (tx: Db, { userId, title, body, by, now, isConfigured }: Push) =>
  send(
    tx,
    sql`INSERT INTO push_messages (id, audience, token, user_id, title, body, status, reach, by, created_at)
      SELECT ${v7()}::uuid, 'one', u.fcm_token, u.id, ${title}, ${body}, ${isConfigured ? 'sending' : 'recorded'}, 1, ${by},
        ${now.toISOString()}::timestamptz
      FROM users u WHERE u.id = ${userId} AND u.fcm_token IS NOT NULL AND u.fcm_token <> ''`,
  )
