import type { Db } from '../db/types.ts'
import { found } from '../http/refuse.ts'
import { company } from '../tables/company.ts'

const { name, email, contact, website, gstin, address, deliveryTime } = company

/** What everybody may see of the company. One statement. */
export const publicCompany = async (db: Db) =>
  found(
    await db.select({ name, email, contact, website, gstin, address, deliveryTime }).from(company),
    'Company',
  )
