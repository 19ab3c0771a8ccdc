import { dayInKolkata, startOfDayInKolkata } from '@kirana/domain/calendar'
import { expireAt } from '@kirana/domain/coupon'
import { SAMPLE_PASSWORD, SAMPLE_PIN } from '@kirana/domain/password'
import { eq, sql } from 'drizzle-orm'
import { rowsOf } from '../db/rows.ts'
import * as z from 'zod/mini'
import type { Database, Db } from '../db/types.ts'
import type { FileStore } from '../services/files/store.ts'
import { hashPassword } from '../services/people/passwords.ts'
import { charges } from '../tables/charges.ts'
import { company } from '../tables/company.ts'
import { contactMessages } from '../tables/contact-messages.ts'
import { coupons } from '../tables/coupons.ts'
import { liveEvents } from '../tables/journal.ts'
import { manualOrders } from '../tables/manual-orders.ts'
import { staff, staffRoles } from '../tables/people.ts'
import { pincodes } from '../tables/pincodes.ts'
import { chargeRates } from '../tables/tax-rates.ts'
import { type Customer, planCustomers } from './customers.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadClaims } from './load-claims.ts'
import { loadCustomers, loadOrders, loadRatings } from './load-orders.ts'
import { loadPick, loadPutBacks, loadShortages, loadStock } from './load-stock.ts'
import { loadRiders } from './load-riders.ts'
import { loadWithdrawals } from './load-withdrawals.ts'
import { lists, messages } from './inbox.ts'
import { type SamplePictures, storePictures } from './pictures.ts'
import { planOrders } from './plan.ts'
import { seededRandom, type Random } from './random.ts'
import { areas, chargePlans, company as companyPlan, couponPlans } from './shop.ts'

const seed = 400_050
const day = 86_400_000
const minute = 60_000
/** The staff accounts of sample mode; their password is `SAMPLE_PASSWORD`. */
const sampleStaff = { name: 'Asha Patil', email: 'asha@kirana.example', username: 'staff' }
const samplePacker = { name: 'Ravi Kulkarni', email: 'ravi@kirana.example', username: 'packer' }

type Options = {
  accounts: boolean
  say: (line: string) => void
  now?: Date
}

const emptyRow = z.strictObject({ empty: z.boolean() })

/** Whether the store has neither products nor customers. */
export async function isEmpty(db: Db): Promise<boolean> {
  const rows = await rowsOf(db, emptyRow).execute(
    sql`SELECT NOT (EXISTS (SELECT 1 FROM products) OR EXISTS (SELECT 1 FROM users)) AS empty`,
  )
  return rows[0]?.empty === true
}

/**
 * Loads the sample store, with orders of six weeks, into an empty store in one transaction. Does nothing if the store
 * has a product or a customer.
 * @param options.accounts also create the sample staff accounts, one of which picks an order, and riders; only in
 * sample mode
 */
export async function loadSample(
  database: Database,
  files: FileStore,
  { accounts, say, now = new Date() }: Options,
): Promise<void> {
  if (!(await isEmpty(database.db))) return
  say('Loading the sample store …')
  const passwordHash = accounts ? await hashPassword(SAMPLE_PASSWORD) : null
  const pinHash = accounts ? await hashPassword(SAMPLE_PIN) : null
  const pictures = await storePictures(files)
  let isLoaded = false
  const load = async (tx: Db) => {
    // Only one of several processes that start at the same time may load.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('kirana_sample', 0))`)
    isLoaded = false
    if (!(await isEmpty(tx))) return
    const picker = passwordHash === null ? null : await addAccounts(tx, passwordHash)
    await loadRules(tx, now)
    await pictures.keep(tx)
    const random = seededRandom(seed)
    const variants = await loadCatalogue(tx, pictures, { random, now })
    const productCount = new Set(variants.map(({ productId }) => productId)).size
    const customers = planCustomers(random, now)
    const money = await loadCustomers(tx, customers, random)
    const usable = couponPlans
      .filter(({ isActive = true }) => isActive)
      .map(({ name, minimum = 0, days, madeDaysAgo }) => ({
        name,
        minimum,
        isUsableAt: (at: Date) => at < expireAt(daysBefore(now, madeDaysAgo), { firstDay: null, days }),
      }))
    const planned = planOrders(random, { now, customers, variants, coupons: usable, money })
    // Stock is tracked since the start of today, so that the orders of today change it.
    await loadOrders(tx, planned, { at: startOfDayInKolkata(now), open: (at) => loadStock(tx, at) })
    await loadShortages(tx, now)
    if (picker) await loadPick(tx, picker, now)
    await loadPutBacks(tx, now)
    await loadRiders(tx, pinHash, now)
    await loadClaims(tx, now)
    await loadRatings(tx, planned, { random, now })
    await loadMessages(tx, pictures, { customers, random, now })
    await loadWithdrawals(tx, pictures, now)
    // Screens must not signal past orders as new.
    await tx.delete(liveEvents)
    say(
      `The sample store has ${productCount} products, ${customers.length} customers and ${planned.length} orders`,
    )
    isLoaded = true
  }
  try {
    await database.transaction(load)
  } finally {
    // Only one of several processes that start at the same time loads.
    if (!isLoaded) await pictures.drop()
  }
}

/** Adds the sample accounts. Returns the one that picks orders. */
async function addAccounts(tx: Db, passwordHash: string) {
  const [packers] = await tx
    .select({ id: staffRoles.id })
    .from(staffRoles)
    .where(eq(staffRoles.name, 'Packer'))
  const accounts = [sampleStaff, { ...samplePacker, ...(packers && { roleId: packers.id }) }]
  const added = await tx
    .insert(staff)
    .values(accounts.map((account) => ({ ...account, passwordHash })))
    .onConflictDoNothing()
    .returning({ id: staff.id, name: staff.name })
  return added.find(({ name }) => name === samplePacker.name)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)

async function loadRules(tx: Db, now: Date) {
  await tx.update(company).set(companyPlan)
  const added = await tx.insert(charges).values(chargePlans).returning({ id: charges.id })
  // A rate of null stands for the rate of the goods.
  const rate = { rate: null, firstDay: dayInKolkata(daysBefore(now, 70)), by: sampleStaff.name }
  await tx.insert(chargeRates).values(added.map(({ id }) => ({ ...rate, chargeId: id })))
  await tx.insert(coupons).values(
    couponPlans.map(({ madeDaysAgo, ...coupon }) => {
      const createdAt = daysBefore(now, madeDaysAgo)
      return { ...coupon, createdAt, expireAt: expireAt(createdAt, { firstDay: null, days: coupon.days }) }
    }),
  )
  await tx.insert(pincodes).values(
    areas.map(({ pincode, name }, i) => ({
      pincode,
      description: name,
      isActive: i < areas.length - 1,
      createdAt: daysBefore(now, 70),
    })),
  )
}

/** Adds photo orders and contact messages. */
async function loadMessages(
  tx: Db,
  pictures: SamplePictures,
  { customers, random, now }: { customers: readonly Customer[]; random: Random; now: Date },
) {
  const photos = pictures.keysOf('lists')
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * minute)
  const rows = lists.map(({ status, minutesAgo, pages }) => ({
    userId: random.pick(customers).id,
    status,
    photos: photos.splice(0, pages),
    createdAt: at(minutesAgo),
  }))
  await tx.insert(manualOrders).values(rows.toReversed())
  const contacts = messages.map(({ minutesAgo, text }) => {
    const { fullName, phone, email } = random.pick(customers)
    return { name: fullName, phone, email, message: text, createdAt: at(minutesAgo) }
  })
  await tx.insert(contactMessages).values(contacts.toReversed())
}
