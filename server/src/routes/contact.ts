import { contact as calls } from '@kirana/contract/contact'
import { ticketText } from '@kirana/domain/ticket'
import { desc } from 'drizzle-orm'
import { serve } from '../http/serve.ts'
import { contactMessages as table } from '../tables/contact-messages.ts'

export const contact = serve(calls, {
  list: async ({ db }) => {
    const rows = await db.select().from(table).orderBy(desc(table.number))
    return rows.map(({ number, ...row }) => ({ ...row, ticket: ticketText(number) }))
  },
})
