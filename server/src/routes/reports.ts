import { reports as calls } from '@kirana/contract/reports'
import { serve } from '../http/serve.ts'
import { waitingNow } from '../services/reports/needs.ts'
import { todayBeside } from '../services/reports/today.ts'

export const reports = serve(calls, {
  today: async ({ db, now }) => ({ ...(await todayBeside(db, now)), ...(await waitingNow(db, now)) }),
})
