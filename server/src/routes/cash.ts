import { cash as calls } from '@kirana/contract/cash'
import { dayInKolkata } from '@kirana/domain/calendar'
import { HttpError } from '../errors.ts'
import { serve } from '../http/serve.ts'
import { doOrAsk } from '../services/approvals/ask.ts'
import { cashBook, cashEntries } from '../services/delivery/cash-book.ts'
import { countCash, writeOffAudit, writeOffShortage } from '../services/delivery/cash-records.ts'
import { tillDay } from '../services/delivery/till-day.ts'
import {
  closeDay,
  decideSurplus,
  depositAtBank,
  giveFloat,
  moveTill,
} from '../services/delivery/till-records.ts'

export const cash = serve(calls, {
  get: ({ db, now }) => cashBook(db, now),
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
    const write = async () => {
      const shortage = await writeOffShortage(db, body, { by: `${who.name} (superadmin)`, now })
      audit(shortage && { object: body.riderId, ...writeOffAudit(shortage, body) })
    }
    return doOrAsk(db, write, { who, now, audit, reason: body.reason })
  },
  day: ({ db, params: { day } }) => tillDay(db, day),
  till: async ({ db, body, who, now, audit }) => {
    const isNew = await moveTill(db, body, { by: `${who.name} (staff)`, now })
    const { direction, amount, reason } = body
    audit(isNew ? { object: 'company', after: { direction, amount, reason } } : null)
  },
  float: async ({ db, body, who, now, audit }) => {
    const isNew = await giveFloat(db, body, { by: `${who.name} (staff)`, now })
    const { riderId, amount, reason } = body
    audit(isNew ? { object: riderId, after: { amount, reason } } : null)
  },
  close: async ({ db, body, who, now, audit }) => {
    const { isRepeated, ...count } = await closeDay(db, body, { by: `${who.name} (staff)`, now })
    audit(isRepeated ? null : { object: 'company', after: count })
    return count
  },
  surplus: async ({ db, body, who, now, audit }) => {
    const decided = await decideSurplus(db, body, { by: `${who.name} (superadmin)`, now })
    const { decision, reason } = body
    audit(decided && { object: decided.riderId, after: { amount: decided.amount, decision, reason } })
  },
  entries: ({ db, params: { riderId, page } }) => cashEntries(db, riderId, page),
})
