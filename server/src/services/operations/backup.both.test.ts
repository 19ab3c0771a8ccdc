import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { eq, isNull, sql } from 'drizzle-orm'
import { reportTables } from '../../tables/reports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import type { Database } from '../../db/types.ts'
import { banners } from '../../tables/banners.ts'
import { files } from '../../tables/files.ts'
import { liveEvents } from '../../tables/journal.ts'
import { orders } from '../../tables/orders.ts'
import { pushMessages } from '../../tables/push-messages.ts'
import { users } from '../../tables/users.ts'
import { type Credentials, withHeaders, testApp } from '../../testing/app.ts'
import { migrations, testDatabase } from '../../testing/database.ts'
import { digestOf } from '../../testing/digest.ts'
import { factories } from '../../testing/factories.ts'
import { fileOf, photo } from '../../testing/files/pictures.ts'
import { pdf, picture } from '../../testing/files/prepared-files.ts'
import { backUp } from './backup.ts'
import { type FileStore, folderStore } from '../files/store.ts'
import { checkInvariants } from './invariants.ts'
import { copyDatabase, openBackup, restore } from './restore.ts'

const t = await testApp()
const other = await testDatabase()
const make = factories(t)
const home = mkdtempSync(join(tmpdir(), 'kirana-backup-'))
const now = new Date('2026-11-21T13:00:00+05:30')
let made = 0
const newFolder = () => join(home, String(++made))
afterAll(async () => {
  await t.close()
  rmSync(home, { recursive: true })
})

/** Tables that backups exclude; a restore leaves the first ones empty. */
const passing = ['sign_in_steps', 'factor_challenges', 'sign_in_codes', 'code_messages', 'known_devices']
const emptied = ['sessions', 'attempts', ...passing]
const excluded = [...emptied, 'live_events', 'live_epoch', 'order_counts', ...reportTables]
const hard = 'दूध "1 L" \\ \u2028 it’s\t%\n{null}'

let staff: Credentials
let product: Awaited<ReturnType<typeof make.aProduct>>

/** A day of business, including files. */
beforeAll(async () => {
  staff = await t.signIn.staff()
  product = await make.aProduct({ title: hard, loyaltyCoins: 3, manufacturedOn: '2026-02-28' })
  await make.aCharge()
  const bytes = await picture().webp().toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  for (const { key } of await t.db.update(files).set({ size: bytes.length, sha256 }).returning())
    await t.context.files.put(key, bytes)
  const coupon = (await make.aCoupon()).name
  const customer = await make.aCustomer({ money: 50_000, coins: 5, fullName: 'Ravi “Bob” Kumar' })
  const order = await make.anOrder({ customer, items: [product.item(2)], coupon, payment: 'wallet' })
  await deliver(order._id)
  await payOut(customer)
  await t.call(api.banners.add, { files: [await photo()] }, staff)
  await t.db
    .insert(pushMessages)
    .values({ audience: 'all', title: 'Sale', body: hard, status: 'sending', reach: 3, by: 'Asha (staff)' })
})

const deliver = (orderId: string) =>
  t.call(api.orders.changeStatus, { params: { orderId, status: 'Delivered' }, query: {} }, staff)

async function payOut(customer: Credentials) {
  const asked = { body: { amount: 10.5, upiId: 'ravi@upi' } }
  const request = await t.call(api.storeWallet.withdraw, asked, customer)
  const receipt = fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')
  const sent = { body: { withdrawalId: request.data._id }, files: [receipt, await photo()] }
  expect((await t.call(api.withdrawals.approve, sent, staff)).status).toBe(200)
}

const backedUp = async (store: FileStore = t.context.files) => {
  const folder = newFolder()
  return { folder, manifest: await backUp(t.database, store, folder, now) }
}
async function restored(folder: string, database: Database) {
  const store = folderStore(newFolder())
  await restore(database, store, await openBackup(folder, migrations), { migrations, now })
  return store
}
async function broken(database: Database, store: FileStore) {
  const violations = []
  for await (const checked of checkInvariants(database, store, new Date()))
    if (checked.count > 0) violations.push(checked)
  return violations
}
const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.webp') || path.endsWith('.pdf'))
    .toSorted()
    .map((path) => [path, readFileSync(join(folder, path), 'base64')] as const)
/** Rewrites the manifest with a matching digest. */
function sign(folder: string, text: string) {
  writeFileSync(join(folder, 'manifest.json'), text)
  writeFileSync(join(folder, 'manifest.sha256'), createHash('sha256').update(text).digest('hex'))
}

test('restores a store into an embedded database and copies it to another one', async () => {
  // Events are numbered asynchronously.
  await expect.poll(() => t.db.$count(liveEvents, isNull(liveEvents.seq))).toBe(0)
  const { folder, manifest } = await backedUp()
  expect(manifest.files).toMatchObject({ count: await t.db.$count(files), lost: [] })
  const embedded = await openDatabase({ url: null, folder: null })
  try {
    const store = await restored(folder, embedded)
    expect(await broken(embedded, store)).toEqual([])
    // An unfinished broadcast is not sent again.
    const [broadcast] = await embedded.db.select().from(pushMessages)
    expect(broadcast).toMatchObject({ status: 'done', finishedAt: now })
    await embedded.db.update(pushMessages).set({ status: 'sending', finishedAt: null })
    expect(await digestOf(embedded.db, excluded)).toEqual(await digestOf(t.db, excluded))
    for (const name of emptied) expect(await embedded.db.$count(sql.identifier(name)), name).toBe(0)
    expect(bytesIn(join(home, String(made)))).toEqual(bytesIn(join(t.context.config.dataDir, 'files')))
    await expect(embedded.db.execute(sql`DELETE FROM ledger_entries`)).rejects.toMatchObject({
      cause: { message: 'ledger_entries is append-only' },
    })

    await embedded.db.execute(
      sql`INSERT INTO attempts (key, misses, since) VALUES (${hard}, 2, now()) ON CONFLICT DO NOTHING`,
    )
    const counts = await copyDatabase(embedded, other, migrations)
    expect(counts.get('orders')).toBe(await t.db.$count(orders))
    expect(await digestOf(other.db)).toEqual(await digestOf(embedded.db))
    expect(await broken(other, store)).toEqual([])
    await expect(copyDatabase(embedded, other, migrations)).rejects.toThrow('already has a store (')
  } finally {
    await embedded.close()
  }
})

test('backs up a consistent snapshot during concurrent writes', async () => {
  await other.reset()
  const customers = await Promise.all([1, 2, 3].map(() => make.aCustomer({ money: 500_000 })))
  const acknowledged: string[] = []
  let isOver = false
  const worker = async (customer: (typeof customers)[number]) => {
    while (!isOver) {
      const order = await make.anOrder({ customer, items: [product.item()], payment: 'wallet' })
      acknowledged.push(order._id)
      await deliver(order._id)
      await payOut(customer)
      const body = { userId: customer.id, point: 7 }
      await t.call(api.wallet.addCoins, { body }, withHeaders(staff, { 'idempotency-key': order._id }))
    }
  }
  const patient = { interval: 5, timeout: 30_000 }
  const workers = customers.map(worker)
  await expect.poll(() => acknowledged.length, patient).toBeGreaterThan(5)
  const before = [...acknowledged]
  const { folder } = await backedUp()
  const until = acknowledged.length
  await expect.poll(() => acknowledged.length, patient).toBeGreaterThan(until)
  isOver = true
  await Promise.all(workers)
  const store = await restored(folder, other)
  expect(await broken(other, store)).toEqual([])
  const restoredIds = (await other.db.select({ id: orders.id }).from(orders)).map(({ id }) => id)
  expect(restoredIds).toEqual(expect.arrayContaining(before))
  expect(restoredIds.length).toBeLessThan(await t.db.$count(orders))
  expect(await broken(t.database, t.context.files)).toEqual([])
})

test('includes a file that is deleted during the backup', async () => {
  const [banner] = await t.db.select().from(banners)
  let removal: Promise<unknown> | undefined
  const { manifest, folder } = await backedUp({
    ...t.context.files,
    open: async (key) => {
      removal ??= t.call(api.banners.remove, { params: { id: banner?.id ?? '' } }, staff)
      // The embedded engine serializes transactions: the removal would wait for the backup.
      if (t.database.engine === 'server') await removal
      return t.context.files.open(key)
    },
  })
  await removal
  expect(await t.db.$count(banners)).toBe(0)
  expect(manifest.files.lost).toEqual([])
  expect(bytesIn(folder).some(([path]) => path?.endsWith(banner?.image ?? 'none'))).toBe(true)
})

test('backs up a store with a lost file, names it, and restores the rest', async () => {
  const [{ key } = { key: '' }] = await t.db.select().from(files).where(eq(files.type, 'application/pdf'))
  await t.context.files.remove(key)
  await t.context.files.put(key, Buffer.from(pdf).fill('x', 9, 10))
  const { folder, manifest } = await backedUp()
  await t.context.files.remove(key)
  await t.context.files.put(key, Buffer.from(pdf))
  expect(manifest.files.lost).toEqual([key])
  await other.reset()
  const store = await restored(folder, other)
  expect(await broken(other, store)).toMatchObject([{ count: 1, examples: [`${key} is missing`] }])
})

test('leaves nothing behind after a failed restore and can be repeated', async () => {
  const { folder } = await backedUp()
  await other.reset()
  const backup = await openBackup(folder, migrations)
  const to = newFolder()
  const options = { migrations, now }
  const busy = newFolder()
  const put = async () => {
    await folderStore(busy).put('uploaded-meanwhile.webp', Buffer.from('x'))
    throw new Error('The disk is full')
  }
  await expect(restore(other, { ...folderStore(busy), put }, backup, options)).rejects.toThrow('is full')
  expect(bytesIn(busy)).toHaveLength(1)
  writeFileSync(aFile(folder), 'x')
  await expect(restore(other, folderStore(to), backup, options)).rejects.toThrow('has changed')
  expect(bytesIn(to)).toEqual([])
  expect(await other.db.$count(users)).toBe(0)
  await restore(other, folderStore(to), await openBackup((await backedUp()).folder, migrations), options)
  expect(await broken(other, folderStore(to))).toEqual([])
})

test('neither restores over a store nor backs up over an existing folder', async () => {
  const { folder } = await backedUp()
  const before = await digestOf(t.db)
  await expect(restored(folder, t.database)).rejects.toThrow(
    /^The database already has a store \(\w+, \w+, \w+ …\)\. Nothing was changed\. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database\.$/,
  )
  expect(await digestOf(t.db)).toEqual(before)
  await other.reset()
  const backup = await openBackup(folder, migrations)
  await expect(restore(other, t.context.files, backup, { migrations, now })).rejects.toThrow(
    'The file storage already has files. Nothing was changed. Set DATA_DIR to a folder without files, or FILES_URL to an empty bucket.',
  )
  expect(await broken(t.database, t.context.files)).toEqual([])
  await expect(backUp(t.database, t.context.files, folder, now)).rejects.toThrow(
    `${folder} already exists: name a new folder.`,
  )
  await openBackup(folder, migrations)
})

test('leaves no folder after a failed backup', async () => {
  const folder = newFolder()
  const away = { ...t.context.files, open: () => Promise.reject(new Error('The disk is away')) }
  await expect(backUp(t.database, away, folder, now)).rejects.toThrow('The disk is away')
  expect(readdirSync(home).filter((name) => name.startsWith(String(made)))).toEqual([])
})

const flipped = (path: string) => {
  const bytes = readFileSync(path)
  bytes[9] = (bytes[9] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
const aFile = (folder: string) => join(folder, 'files', bytesIn(join(folder, 'files'))[0]?.[0] ?? '')
const edited = (change: (manifest: Record<string, unknown>) => object) => (folder: string) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>
  sign(folder, JSON.stringify({ ...manifest, ...change(manifest) }))
}

test('rejects a damaged, truncated or foreign backup and names the broken part', async () => {
  const { folder: whole } = await backedUp()
  const cases: [string, (folder: string) => void, RegExp][] = [
    [
      'a byte of a table',
      (f) => flipped(join(f, 'tables/orders.jsonl.gz')),
      /tables\/orders\.jsonl\.gz has changed/,
    ],
    ['a table', (f) => rmSync(join(f, 'tables/users.jsonl.gz')), /tables\/users\.jsonl\.gz is missing/],
    ['a byte of a file', (f) => flipped(aFile(f)), /the file \S+ has changed/],
    ['a file', (f) => rmSync(aFile(f)), /the file \S+ is missing/],
    [
      'the end of the manifest',
      (f) => writeFileSync(join(f, 'manifest.json'), readFileSync(join(f, 'manifest.json')).subarray(0, -9)),
      /manifest\.json has changed/,
    ],
    ['the manifest’s sum', (f) => rmSync(join(f, 'manifest.sha256')), /manifest\.sha256 is missing/],
    [
      'the manifest',
      (f) => rmSync(join(f, 'manifest.json')),
      /is not a Kirana backup: it has no manifest\.json/,
    ],
    [
      'another format',
      edited(() => ({ format: 'kirana-backup-2' })),
      /has another format than kirana-backup-1: restore it with the version of Kirana that made it/,
    ],
    [
      'a newer version',
      edited(({ migrations }) => ({ migrations: [...(migrations as string[]), 'new'] })),
      /made by another version of Kirana/,
    ],
    ['a path', edited(() => ({ tables: [{ name: '../x' }] })), /has another format/],
  ]
  for (const [what, damage, message] of cases) {
    const folder = newFolder()
    cpSync(whole, folder, { recursive: true })
    damage(folder)
    await expect(openBackup(folder, migrations), what).rejects.toThrow(message)
  }
})
