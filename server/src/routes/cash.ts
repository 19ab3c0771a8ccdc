import { cash as calls } from '@kirana/contract/cash'
import { dayInKolkata } from '@kirana/domain/calendar'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { cashBook, cashEntries } from '../services/delivery/cash-book.ts'
import { countCash, depositAtBank, writeOffShortage } from '../services/delivery/cash-records.ts'

export const cash = serve(calls, {
  get: ({ db }) => cashBook(db),
  deposit: async ({ db, body, who, now, audit }) => {
    const { isRepeated, ...count } = await countCash(db, body, { by: `${who.name} (staff)`, now })
    audit(isRepeated ? null : { object: body.riderId, after: count })
    return count
  },
  bank: async ({ db, body: { date, ...deposit }, who, now, audit }) => {
    const today = dayInKolkata(now)
    const day = date || today
    if (day > today) throw new HttpError(422, 'A deposit cannot be dated in the future')
    const isNew = await depositAtBank(db, { ...deposit, day }, { by: `${who.name} (staff)`, now })
    const { amount, reference } = deposit
    audit(isNew ? { object: 'company', after: { amount, reference, day } } : null)
  },
  writeOff: async ({ db, body, who, now, audit }) => {
    const shortage = await writeOffShortage(db, body, { by: `${who.name} (superadmin)`, now })
    audit(
      shortage && {
        object: body.riderId,
        before: { shortage: shortage.before },
        after: { shortage: shortage.after, amount: body.amount, reason: body.reason },
      },
    )
  },
  entries: ({ db, params: { riderId, page } }) => cashEntries(db, riderId, page),
})
