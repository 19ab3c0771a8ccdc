import { pickRecords as calls } from '@kirana/contract/pick-records'
import { serve } from '../http/serve.ts'
import { pickSteps } from '../services/picking/steps.ts'
import { finishPutBack, putBacks } from '../services/stock/put-back.ts'

/** Put-backs write no audit rows, because each stores who did it. The audit log has the cancellation that led to it. */
export const pickRecords = serve(calls, {
  steps: ({ db, params }) => pickSteps(db, params.orderId),
  putBacks: ({ db, query }) => putBacks(db, query.orderId),
  putBack: async ({ db, body, who, now, audit }) => {
    audit(null)
    await finishPutBack(db, body, who.name, now)
    return null
  },
})
