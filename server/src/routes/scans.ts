import { scans as calls } from '@kirana/contract/scans'
import { serve } from '../http/serve.ts'
import { findScanned } from '../services/picking/scan.ts'

export const scans = serve(calls, {
  find: ({ db, params, now }) => findScanned(db, params.code, now),
})
