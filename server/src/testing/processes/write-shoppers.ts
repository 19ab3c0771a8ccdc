import { eq, inArray } from 'drizzle-orm'
import { openDatabase } from '../../db/open.ts'
import { startSession } from '../../request/sessions.ts'
import { company } from '../../tables/company.ts'
import { staff } from '../../tables/people.ts'
import { users } from '../../tables/users.ts'
import { wallets } from '../../tables/wallets.ts'

/**
 * Signs in staff and COUNT customers who may place any number of orders, into the store at DATABASE_URL, adds those who
 * are missing, and prints their credentials as JSON: `node server/src/testing/processes/write-shoppers.ts COUNT`.
 */
const count = Number(process.argv[2])
const database = await openDatabase({ url: process.env['DATABASE_URL'] ?? null, folder: null })
const now = new Date()
const people = await database.transaction(async (tx) => {
  await tx.update(company).set({
    openOrdersPerCustomer: 1_000,
    unpaidPerCustomer: 100_000_000,
    unpaidBeforeDelivery: 100_000_000,
  })
  const asha = { name: 'Asha', username: 'asha', passwordHash: '-' }
  await tx.insert(staff).values(asha).onConflictDoNothing()
  const [person] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.username, 'asha'))
  const rows = Array.from({ length: count }, (_, n) => ({
    phone: `+91710${String(n).padStart(7, '0')}`,
    referCode: `SHOPPER${n}`,
    fullName: `Shopper ${n}`,
  }))
  await tx.insert(users).values(rows).onConflictDoNothing()
  const phones = rows.map(({ phone }) => phone)
  const customers = await tx
    .select({ id: users.id, phone: users.phone })
    .from(users)
    .where(inArray(users.phone, phones))
    .orderBy(users.phone)
  await tx
    .insert(wallets)
    .values(customers.map(({ id: userId }) => ({ userId })))
    .onConflictDoNothing()
  const shoppers: { id: string; phone: string; token: string }[] = []
  for (const { id, phone } of customers)
    shoppers.push({ id, phone, token: await startSession(tx, 'customer', id, now) })
  return { shoppers, staff: `kirana_staff=${await startSession(tx, 'staff', person?.id ?? '', now)}` }
})
process.stdout.write(JSON.stringify(people))
await database.close()
