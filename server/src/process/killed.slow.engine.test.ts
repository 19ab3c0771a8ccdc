import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { checkInvariants } from '../services/operations/invariants.ts'
import { folderStore } from '../services/files/store.ts'
import { home } from '../testing/factories.ts'
import { fileOf, photo } from '../testing/files/pictures.ts'
import { pdf } from '../testing/files/prepared-files.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'
import { noteResult } from '../testing/results.ts'

const { folder, started } = serverProcesses()
/** `npm run test:faults` sets a higher number and records the results. */
const kills = Number(process.env['KILLS'] ?? 2)
const workers = 4
/** Each customer orders in one round, then pauses for at least a minute because of the order limit. */
const customers = Math.min(kills, 30)

type Headers = Record<string, string>
type Shop = Awaited<ReturnType<typeof openShop>>
/** Acknowledged writes, by kind. */
const nothing = () => ({
  sections: [],
  categories: [],
  coins: [],
  orders: [],
  accepted: [],
  asked: [],
  paid: [],
})
type Acknowledged = Record<keyof ReturnType<typeof nothing>, string[]>

const addCoins = (address: string, key: string, { customerId: userId, staff }: Shop) =>
  callOver(address, api.wallet.addCoins, { body: { userId, point: 2 } }, { ...staff, 'idempotency-key': key })
const approve = (address: string, withdrawalId: string, files: File[], { staff }: Shop) =>
  callOver(
    address,
    api.withdrawals.approve,
    { body: { withdrawalId, reason: 'Paid at the counter' }, files },
    staff,
  )

/** Performs all kinds of writes in turn until the connection breaks. */
async function work(
  address: string,
  shop: Shop & { orderer: Headers },
  name: string,
  acknowledged: Acknowledged,
  tried: string[],
) {
  const { staff, customer, orderer, sectionId, item } = shop
  const receipts = [fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')]
  const place = { items: [item], address: home, payment: 'cod' as const }
  const withdrawn = { amount: 1, upiId: 'ravi@upi' }
  for (let n = 0; ; n++) {
    const key = `${name}-${n}`
    const section = await callOver(address, api.sections.add, { params: { name: key } }, staff)
    if (section?.status === 200) acknowledged.sections.push(key)

    tried.push(key)
    const given = await addCoins(address, key, shop)
    if (given?.status === 200) acknowledged.coins.push(key)

    const asOrderer = { ...orderer, 'idempotency-key': key }
    const placed = await callOver(address, api.storeOrders.place, { body: place }, asOrderer)
    const orderId = placed?.status === 200 ? placed.data._id : ''
    if (orderId) acknowledged.orders.push(orderId)
    const accept = { params: { orderId, status: 'Prepeared' as const }, query: {} }
    const accepted = await callOver(address, api.orders.changeStatus, accept, staff)
    if (accepted?.status === 200) acknowledged.accepted.push(orderId)

    const asked = await callOver(address, api.storeWallet.withdraw, { body: withdrawn }, customer)
    const withdrawalId = asked?.status === 200 ? asked.data._id : ''
    if (withdrawalId) acknowledged.asked.push(withdrawalId)
    const paid = await approve(address, withdrawalId, n % 3 === 0 ? receipts : [], shop)
    if (paid?.status === 200) acknowledged.paid.push(withdrawalId)

    if (n % 4 === 0) {
      const files = [await photo(10 + (n % 50))]
      const category = { body: { name: key, sectionId }, files }
      const added = await callOver(address, api.categories.add, category, staff)
      if (added?.status === 200) acknowledged.categories.push(key)
    }
    if (!section || !given || !placed || !asked) return
  }
}

/** Pays the requests whose payment a kill prevented, because the number of open requests per customer is limited. */
async function payOpen(address: string, acknowledged: Acknowledged, shop: Shop) {
  const requests = await callOver(address, api.withdrawals.list, {}, shop.staff)
  for (const { _id } of requests?.data.filter(({ state }) => state === 'open') ?? []) {
    expect(await approve(address, _id, [], shop)).toMatchObject({ status: 200 })
    acknowledged.paid.push(_id)
  }
}

/** The statement that lists the stored rows of each kind. */
const stored: Record<keyof Acknowledged, string> = {
  sections: 'SELECT name AS what FROM sections',
  categories: 'SELECT name AS what FROM categories',
  coins: `SELECT count(*)::text AS what FROM ledger_transactions WHERE kind = 'staff-coins'`,
  orders: 'SELECT id::text AS what FROM orders',
  accepted: `SELECT id::text AS what FROM orders WHERE status = 'prepared'`,
  asked: 'SELECT id::text AS what FROM withdrawals',
  paid: 'SELECT id::text AS what FROM withdrawals WHERE done_at IS NOT NULL',
}

/** Acknowledged writes that are missing, and violated invariants. */
async function faults(acknowledged: Acknowledged, tried: readonly string[]) {
  const database = await openDatabase({ url: null, folder: join(folder(), 'database') })
  const lost: string[] = []
  for (const [kind, statement] of Object.entries(stored) as [keyof Acknowledged, string][]) {
    const { rows } = await database.db.execute<{ what: string }>(sql.raw(statement))
    const existing = new Set(rows.map(({ what }) => what))
    // Only this test adds coins: the count is between the acknowledged and the attempted additions.
    const gifts = Number(rows[0]?.what)
    if (kind === 'coins' && (gifts < acknowledged.coins.length || gifts > tried.length))
      lost.push(`coins ${gifts}`)
    if (kind !== 'coins')
      lost.push(...acknowledged[kind].filter((id) => !existing.has(id)).map((id) => `${kind} ${id}`))
  }
  const broken: string[] = []
  for await (const checked of checkInvariants(database, folderStore(join(folder(), 'files')), new Date()))
    if (checked.count > 0) broken.push(`${checked.name}: ${checked.examples.join(', ')}`)
  await database.close()
  return { lost, broken }
}

test(
  `loses no acknowledged write and violates no invariant in ${kills} kills during mixed writes`,
  async () => {
    const acknowledged: Acknowledged = nothing()
    const tried: string[] = []
    const count = () => Object.values(acknowledged).reduce((sum, some) => sum + some.length, 0)
    const ready: number[] = []
    let server = await started()
    const shop = await openShop(server)
    const orderers: Headers[] = []
    for (let n = 0; n < customers; n++) orderers.push((await shop.newCustomer(n)).headers)
    for (let round = 1; round <= kills; round++) {
      const { address } = server
      const before = count()
      const names = Array.from({ length: workers }, (_, worker) => `${round}-${worker}`)
      const orderer = orderers[round % customers] ?? {}
      const working = names.map((name) => work(address, { ...shop, orderer }, name, acknowledged, tried))
      while (count() < before + 40) await sleep(5)
      await sleep(Math.random() * 300)
      server.child.kill('SIGKILL')
      await Promise.all(working)
      await server.ended

      expect(await faults(acknowledged, tried), `kill ${round}`).toEqual({ lost: [], broken: [] })
      const from = performance.now()
      server = await started()
      ready.push(Math.round(performance.now() - from))
      await payOpen(server.address, acknowledged, shop)
      const sorted = ready.toSorted((a, b) => a - b)
      const readyMs = { median: sorted[Math.floor(round / 2)], slowest: sorted.at(-1) }
      // Record after each kill, so that an aborted run also has results.
      noteResult('kills', { kills: round, acknowledgedWrites: count(), lost: 0, broken: 0, readyMs })
    }
    // The test is meaningless for kinds without writes.
    for (const some of Object.values(acknowledged)) expect(some.length).toBeGreaterThan(0)

    // Retries of unanswered requests take effect exactly once.
    const { address } = server
    const unanswered = tried.filter((key) => !acknowledged.coins.includes(key))
    for (const key of [...unanswered, ...acknowledged.coins.slice(-5)])
      expect(await addCoins(address, key, shop)).toMatchObject({ status: 200 })
    for (const withdrawalId of acknowledged.paid.slice(-5))
      expect(await approve(address, withdrawalId, [], shop)).toMatchObject({ status: 409 })
    server.child.kill('SIGTERM')
    await server.ended
    acknowledged.coins = tried
    expect(await faults(acknowledged, tried)).toEqual({ lost: [], broken: [] })
  },
  60_000 + kills * 30_000,
)
