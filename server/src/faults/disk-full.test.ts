import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { sql } from 'drizzle-orm'
import { where } from '@kirana/testing/where'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { folderStore } from '../services/files/store.ts'
import { checkInvariants } from '../services/operations/invariants.ts'
import { home } from '../testing/factories.ts'
import { photo } from '../testing/files/pictures.ts'
import { serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'
import { noteResult } from '../testing/results.ts'

const { folder, started } = serverProcesses()

/** A file system of 160 MB (tmpfs). Requires root to mount. */
function smallDisk() {
  const disk = mkdtempSync(join(tmpdir(), 'kirana-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk])
  const ballast = join(disk, 'ballast')
  return {
    folder: disk,
    /** Fills the disk completely. */
    fill() {
      const chunk = Buffer.alloc(64 * 1024)
      try {
        for (;;) writeFileSync(ballast, chunk, { flag: 'a' })
      } catch {
        // The disk is full.
      }
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      execFileSync('umount', [disk])
      rmSync(disk, { recursive: true })
    },
  }
}

const mayMount = () => {
  try {
    smallDisk().remove()
    return true
  } catch {
    return false
  }
}

where(mayMount() ? null : 'a small disk needs root and the right to mount', () => {
  test('answers 503 on a full disk, loses no acknowledged write, and works again with free space', async () => {
    const disk = smallDisk()
    try {
      cpSync(folder(), disk.folder, { recursive: true })
      let server = await started({ DATA_DIR: disk.folder, LOG_LEVEL: 'fatal' })
      const shop = await openShop(server)
      const acknowledged = { orders: [] as string[], categories: [] as string[] }
      const statuses: Record<string, number> = {}
      let n = 0

      /** Enough customers to stay below 30 orders a minute each. */
      const customers = [
        shop.customer,
        (await shop.newCustomer(1)).headers,
        (await shop.newCustomer(2)).headers,
      ]

      async function write(rounds: number) {
        for (let i = 0; i < rounds; i++) {
          const name = `category ${++n}`
          const category = { body: { name, sectionId: shop.sectionId }, files: [await photo(10 + (n % 50))] }
          const added = await callOver(server.address, api.categories.add, category, shop.staff)
          const key = { ...customers[n % customers.length], 'idempotency-key': name }
          const place = { body: { items: [shop.item], address: home, payment: 'cod' as const } }
          const placed = await callOver(server.address, api.storeOrders.place, place, key)
          for (const answer of [added, placed]) {
            const status = String(answer?.status ?? 'none')
            statuses[status] = (statuses[status] ?? 0) + 1
          }
          if (added?.status === 200) acknowledged.categories.push(name)
          if (placed?.status === 200) acknowledged.orders.push(placed.data._id)
        }
      }

      await write(5)
      disk.fill()
      await write(40)
      const whileFull = { ...statuses }
      disk.makeRoom()
      // The embedded engine stops when it cannot write its log; readiness then reports that a restart is needed.
      const ready = await fetch(`${server.address}/health/ready`)
      const needsRestart = ready.status !== 200
      if (needsRestart) {
        server.child.kill('SIGTERM')
        await server.ended
        server = await started({ DATA_DIR: disk.folder, LOG_LEVEL: 'fatal' })
      }
      const before = acknowledged.orders.length
      await write(5)
      expect(acknowledged.orders.length - before).toBe(5)
      server.child.kill('SIGTERM')
      await server.ended

      const database = await openDatabase({ url: null, folder: join(disk.folder, 'database') })
      const stored = async (query: ReturnType<typeof sql>) =>
        (await database.db.execute<{ what: string }>(query)).rows.map(({ what }) => what)
      const orders = await stored(sql`SELECT id::text AS what FROM orders`)
      const categories = await stored(sql`SELECT name AS what FROM categories`)
      expect(acknowledged.orders.filter((id) => !orders.includes(id))).toEqual([])
      expect(acknowledged.categories.filter((name) => !categories.includes(name))).toEqual([])
      const store = folderStore(join(disk.folder, 'files'))
      for await (const checked of checkInvariants(database, store, new Date()))
        expect(checked, checked.name).toMatchObject({ count: 0 })
      await database.close()

      noteResult('diskFull', {
        statuses: whileFull,
        wantsStart: needsRestart,
        acknowledged: orders.length,
        lost: 0,
        broken: 0,
      })
      expect(Object.keys(whileFull).filter((status) => !['200', '503'].includes(status))).toEqual([])
      expect(whileFull['503']).toBeGreaterThan(0)
    } finally {
      disk.remove()
    }
  })
})
