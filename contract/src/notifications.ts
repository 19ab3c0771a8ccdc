import * as z from 'zod/mini'
import { forStaff, get, post } from './wire/route.ts'
import { id, MAX_PUSH_TOKEN, moment, required, renamed } from './wire/shapes.ts'

const FIELDS_FOR_ONE = 'Title, body and fcm token is required'
const FIELDS_FOR_ALL = 'Title, body is required'

/** Hindi takes 3 bytes per letter: title and body together stay below the 4,096 bytes allowed for a push message. */
const text = (message: string) => ({ title: required(message, 200), body: required(message, 1000) })

/**
 * A push message to one phone or to all. `reach` is the number of recipients, `dead` the number of expired push tokens.
 * `recorded` marks a message that was stored but not sent because push was not configured.
 */
export const PushMessage = renamed(
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
  list: get(
    forStaff('push'),
    '/user/notification/list',
    'The 20 newest push messages with their progress, and whether push is configured',
    { data: z.object({ isConfigured: z.boolean(), messages: z.array(PushMessage) }) },
  ),
  reach: get(
    forStaff('push'),
    '/user/notification/reach',
    'How many phones a message to all customers would reach',
    { data: z.object({ reach: z.int() }) },
  ),
  sendToUser: post(
    forStaff('push'),
    '/user/notification/send/single/user',
    'Pushes a message to one customer',
    {
      body: z.object({ ...text(FIELDS_FOR_ONE), fcmToken: required(FIELDS_FOR_ONE, MAX_PUSH_TOKEN) }),
      message: 'Notification send successfully',
    },
  ),
  sendToAll: post(
    forStaff('push'),
    '/user/notification/send/all',
    'Pushes a message to every customer in the background',
    {
      fresh: true,
      body: z.object(text(FIELDS_FOR_ALL)),
      data: renamed({ _id: id, reach: z.int() }, { _id: 'id' }),
      message: 'Notification send successfully',
    },
  ),
}
