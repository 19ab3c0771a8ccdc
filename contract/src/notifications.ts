import * as z from 'zod/mini'
import { write } from './route.ts'
import { required } from './shapes.ts'

const ONE = 'Title, body and fcm token is required'
const ALL = 'Title, body is required'

export const notifications = {
  sendToUser: write({
    access: 'staff',
    method: 'POST',
    path: '/user/notification/send/single/user',
    summary: 'Pushes a message to one customer',
    body: z.object({ title: required(ONE, 200), body: required(ONE, 2000), fcmToken: required(ONE, 4096) }),
    message: 'Notification send successfully',
  }),
  sendToAll: write({
    access: 'staff',
    method: 'POST',
    path: '/user/notification/send/all',
    summary: 'Pushes a message to every customer, as a job',
    body: z.object({ title: required(ALL, 200), body: required(ALL, 2000) }),
    message: 'Notification send successfully',
  }),
}
