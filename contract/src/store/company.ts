import { PublicCompany } from '../company.ts'
import { forAnyone, get } from '../wire/route.ts'

export const storeCompany = {
  get: get(forAnyone, '/store/company', 'The public company details', { data: PublicCompany }),
}
