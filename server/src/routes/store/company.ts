import { storeCompany as calls } from '@kirana/contract/store/company'
import { serve } from '../../http/serve.ts'
import { publicCompany } from '../../services/shared/company.ts'

export const storeCompany = serve(calls, { get: ({ db }) => publicCompany(db) })
