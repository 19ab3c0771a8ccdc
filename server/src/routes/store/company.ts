import { storeCompany as calls } from '@kirana/contract/store/company'
import { found } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { company } from '../../tables/company.ts'

const { name, email, contact, website, gstin, address, deliveryTime } = company

export const storeCompany = serve(calls, {
  get: async ({ db }) =>
    found(
      await db.select({ name, email, contact, website, gstin, address, deliveryTime }).from(company),
      'Company',
    ),
})
