import * as z from 'zod/mini'
import { write } from '../route.ts'
import { required, optionalText, spelled } from '../shapes.ts'

const FIELDS = 'Name, phone and message is required'

export const storeContact = {
  add: write({
    access: 'public',
    method: 'POST',
    path: '/store/contact',
    summary: 'Sends a message to the store; the answer carries its ticket number',
    body: spelled(
      {
        name: required(FIELDS, 100),
        email: optionalText(200),
        phone: required(FIELDS, 30),
        msg: required(FIELDS, 5000),
      },
      { msg: 'message' },
    ),
    data: z.object({ ticket: z.string() }),
    message: 'Message sent successfully',
  }),
}
