import { storeContact as calls } from '@kirana/contract/store/contact'
import { ticketText } from '@kirana/domain/ticket'
import { addressOf } from '../../http/address.ts'
import { found } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { countAttempt } from '../../services/attempts.ts'
import { contactMessages as table } from '../../tables/contact-messages.ts'

/** Everybody in a mobile network may share one address. */
const messagesPerAddress = { free: 10, firstWait: 60 }

export const storeContact = serve(
  calls,
  {
    add: async ({ db, request, now }) => {
      await countAttempt(db, { [`contact:address:${addressOf(request)}`]: messagesPerAddress }, now)
      return {}
    },
  },
  {
    add: async ({ db, body, now, audit }) => {
      const row = db.insert(table).values({ ...body, createdAt: now })
      const ticket = ticketText(found(await row.returning({ number: table.number }), 'Message').number)
      audit({ object: ticket })
      return { ticket }
    },
  },
)
