import { reports as calls } from '@kirana/contract/reports'
import { dayInKolkata } from '@kirana/domain/calendar'
import {
  csvOfClaims,
  csvOfDayBook,
  csvOfMargin,
  csvOfReport,
  csvOfRiders,
  csvOfStockValue,
} from '../csv/reports.ts'
import { sendCsv } from '../http/download.ts'
import { serve } from '../http/serve.ts'
import { claimReport } from '../services/reports/claims.ts'
import { dayBook } from '../services/reports/day-book.ts'
import { marginReport, stockValue } from '../services/reports/margin.ts'
import { waitingNow } from '../services/reports/needs.ts'
import { reportOf } from '../services/reports/range.ts'
import { riderReport } from '../services/reports/riders.ts'
import { todayAndWeekAgo } from '../services/reports/today.ts'

const MAX_SHOWN = 20
const MAX_EXPORTED = 10_000

export const reports = serve(calls, {
  today: async ({ db, now }) => ({ ...(await todayAndWeekAgo(db, now)), ...(await waitingNow(db, now)) }),
  get: ({ db, query, now }) => reportOf(db, { ...query, limit: MAX_SHOWN }, now),
  dayBook: ({ db, query }) => dayBook(db, query),
  exportDayBook: async ({ db, query, reply }) =>
    sendCsv(reply, `day-book-${query.from}-to-${query.to}.csv`, csvOfDayBook(await dayBook(db, query))),
  riders: ({ db, query }) => riderReport(db, query),
  exportRiders: async ({ db, query, reply }) =>
    sendCsv(reply, `riders-${query.from}-to-${query.to}.csv`, csvOfRiders(await riderReport(db, query))),
  claims: ({ db, query }) => claimReport(db, { ...query, limit: MAX_SHOWN }),
  exportClaims: async ({ db, query, reply }) =>
    sendCsv(
      reply,
      `claims-${query.from}-to-${query.to}.csv`,
      csvOfClaims(await claimReport(db, { ...query, limit: MAX_EXPORTED })),
    ),
  stockValue: ({ db }) => stockValue(db),
  exportStockValue: async ({ db, now, reply }) =>
    sendCsv(reply, `stock-value-${dayInKolkata(now)}.csv`, csvOfStockValue(await stockValue(db))),
  margin: ({ db, query }) => marginReport(db, query),
  exportMargin: async ({ db, query, reply }) =>
    sendCsv(reply, `margin-${query.from}-to-${query.to}.csv`, csvOfMargin(await marginReport(db, query))),
  export: async ({ db, params: { part }, query, now, reply }) => {
    const report = await reportOf(db, { ...query, limit: MAX_EXPORTED }, now)
    return sendCsv(reply, `${part}-${query.from}-to-${query.to}.csv`, csvOfReport[part](report))
  },
})
