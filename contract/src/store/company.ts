import { PublicCompany } from '../company.ts'
import { read } from '../wire/route.ts'

export const storeCompany = {
  get: read({
    access: 'public',
    method: 'GET',
    path: '/store/company',
    summary: 'The public company details',
    data: PublicCompany,
  }),
}
