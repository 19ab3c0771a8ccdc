import type { Db } from '../../db/types.ts'
import { requireRow } from '../../errors.ts'
import { company } from '../../tables/company.ts'

const { name, email, contact, website, gstin, fssai, address, deliveryTime } = company

/** The public details of the company. One statement. */
export const publicCompany = async (db: Db) =>
  requireRow(
    await db.select({ name, email, contact, website, gstin, fssai, address, deliveryTime }).from(company),
    'Company',
  )
