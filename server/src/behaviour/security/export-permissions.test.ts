import { api } from '@kirana/contract'
import { namedIn, type Permission } from '@kirana/domain/permissions'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { staff as people, staffRoles } from '../../tables/people.ts'
import { photo } from '../../testing/files/pictures.ts'
import { staffApp } from '../../testing/staff-app.ts'

const { t, make } = await staffApp()
const needed = namedIn(api.users.export.can)

/** What staff with exactly these permissions get for the export of a customer. */
async function exportWith(granted: readonly Permission[], userId: string) {
  const asha = await t.signIn.staff('asha')
  const roleId = v7()
  await t.db.insert(staffRoles).values({ id: roleId, name: roleId, permissions: [...granted] })
  await t.db.update(people).set({ roleId }).where(eq(people.id, asha.id))
  return t.call(api.users.export, { params: { userId } }, asha)
}

test('a customer’s data is exported only by staff who may see every part of it', async () => {
  const meera = await make.aCustomer()
  const list = { body: { isPrescription: true }, files: [await photo()] }
  expect((await t.call(api.storeManualOrders.add, list, meera)).status).toBe(200)
  expect((await exportWith(['customers.read', 'customers.write'], meera.id)).status).toBe(403)
  for (const one of ['orders.write', 'withdrawals.read', 'claims', 'approvals', 'dispatch'] as const)
    expect(needed).toContain(one)
  for (const one of needed) {
    const others = needed.filter((other) => other !== one)
    expect([one, (await exportWith(others, meera.id)).status]).toEqual([one, 403])
  }
  const exported = await exportWith(needed, meera.id)
  expect(exported.status).toBe(200)
  expect(JSON.parse(exported.raw)).toMatchObject({
    photoOrders: [{ is_prescription: true }],
    files: [{ type: 'image/webp', base64: expect.stringMatching(/^.{100}/) }],
  })
})
