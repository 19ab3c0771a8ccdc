import { gst as calls } from '@kirana/contract/gst'
import { linkBase } from '../http/links.ts'
import { serve } from '../http/serve.ts'
import { gstMonth } from '../services/gst/month.ts'

export const gst = serve(calls, {
  month: ({ db, params, request, context }) => gstMonth(db, params.month, linkBase(request, context.config)),
})
