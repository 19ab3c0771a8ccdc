import { storeContact as calls } from '@kirana/contract/store/contact'
import { ticketText } from '@kirana/domain/ticket'
import { clientOf } from '../../http/client.ts'
import { requireRow } from '../../errors.ts'
import { serve } from '../../http/serve.ts'
import { countAttempt, type Rule } from '../../services/people/rate-limits.ts'
import { contactMessages as table } from '../../tables/contact-messages.ts'

/** Per customer or, for anonymous senders, per phone number and IP address. */
const messagesPerSender: Rule = { free: 10, firstWait: 60 }
/** A mobile network may share one IP address, so waits per address are short. */
const messagesPerAddress: Rule = { free: 100, firstWait: 1, growth: 1.05, longestWait: 60 }
/** The limit is higher, because an IPv6 network has many addresses. */
const messagesPerNetwork: Rule = { ...messagesPerAddress, free: 1_000 }

export const storeContact = serve(
  calls,
  {
    add: async ({ db, body, who, request, now }) => {
      const { address, network } = clientOf(request)
      const rules = who
        ? { [`contact:customer:${who.id}`]: messagesPerSender }
        : {
            [`contact:phone:${body.phone}@${address}`]: messagesPerSender,
            [`contact:address:${address}`]: messagesPerAddress,
            [`contact:network:${network}`]: messagesPerNetwork,
          }
      await countAttempt(db, rules, now)
      return {}
    },
  },
  {
    add: async ({ db, body, now, audit }) => {
      const row = db.insert(table).values({ ...body, createdAt: now })
      const ticket = ticketText(requireRow(await row.returning({ number: table.number }), 'Message').number)
      audit({ object: ticket })
      return { ticket }
    },
  },
)
