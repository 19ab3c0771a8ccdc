import * as z from 'zod/mini'
import { phone } from '../wire/phone.ts'
import { forAnyone, post } from '../wire/route.ts'
import { optionalText, required, renamed } from '../wire/shapes.ts'

const FIELDS = 'Name, phone and message is required'

export const storeContact = {
  add: post(
    forAnyone,
    '/store/contact',
    'Sends a message to the store; the answer carries its ticket number',
    {
      body: renamed(
        {
          name: required(FIELDS, 100),
          email: optionalText(200).check(
            z.regex(/^([^\s@]+@[^\s@]+)?$/, 'Enter a valid email or leave it empty'),
          ),
          phone: z.pipe(required(FIELDS, 100), phone),
          msg: required(FIELDS, 5000),
        },
        { msg: 'message' },
      ),
      data: z.object({ ticket: z.string() }),
      message: 'Message sent successfully',
    },
  ),
}
