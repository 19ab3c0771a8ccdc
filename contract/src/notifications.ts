import * as z from 'zod/mini'
import { read, write } from './route.ts'
import { id, MOST_PUSH_TOKEN, moment, required, spelled } from './shapes.ts'

const ONE = 'Title, body and fcm token is required'
const ALL = 'Title, body is required'

/** With Hindi, at 3 bytes a letter, the two stay below the 4,096 bytes that a push message may have. */
const text = (message: string) => ({ title: required(message, 200), body: required(message, 1000) })

/**
 * A message pushed to one phone or to all. `reach` counts the phones it is for; `dead` are those that were no longer
 * there. `recorded` stands for one that nobody was sent, because push was not configured.
 */
export const PushMessage = spelled(
  {
    _id: id,
    title: z.string(),
    body: z.string(),
    audience: z.enum(['one', 'all']),
    status: z.enum(['sending', 'done', 'recorded']),
    reach: z.int(),
    sent: z.int(),
    failed: z.int(),
    dead: z.int(),
    by: z.string(),
    dateAndTime: moment,
  },
  { _id: 'id', dateAndTime: 'createdAt' },
)
export type PushMessage = z.input<typeof PushMessage>

export const notifications = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/user/notification/list',
    summary: 'The 20 newest push messages with their progress, and whether push is configured',
    data: z.object({ isConfigured: z.boolean(), messages: z.array(PushMessage) }),
  }),
  reach: read({
    access: 'staff',
    method: 'GET',
    path: '/user/notification/reach',
    summary: 'How many phones a message to everybody would be for',
    data: z.object({ reach: z.int() }),
  }),
  sendToUser: write({
    access: 'staff',
    method: 'POST',
    path: '/user/notification/send/single/user',
    summary: 'Pushes a message to one customer',
    body: z.object({ ...text(ONE), fcmToken: required(ONE, MOST_PUSH_TOKEN) }),
    message: 'Notification send successfully',
  }),
  sendToAll: write({
    access: 'staff',
    method: 'POST',
    path: '/user/notification/send/all',
    summary: 'Pushes a message to every customer, as a job',
    body: z.object(text(ALL)),
    data: spelled({ _id: id, reach: z.int() }, { _id: 'id' }),
    message: 'Notification send successfully',
  }),
}
