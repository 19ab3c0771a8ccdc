import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import { withHeaders } from '../../testing/app.ts'
import { approvalIn, approvingApp } from '../../testing/approving.ts'
import { home } from '../../testing/factories.ts'

const { t, make, asha, list } = await approvingApp()

type Body = Sent<typeof api.staffOrders.place>['body']

test('the second person sees what is ordered, and whether it goes to a saved address, while it waits', async () => {
  await make.aPincode()
  await t.db.update(company).set({ payoutApprovalFrom: 0 })
  const meera = await make.aCustomer({ money: 50_000 })
  const saved = await t.call(api.storeMe.edit, { body: { addresses: [home] } }, meera)
  const addressId = saved.data.addresses[0]?._id ?? ''
  const [rice, dal] = [await make.aProduct({ title: 'Rice' }), await make.aProduct({ title: 'Dal' })]
  const ask = async (fields: Pick<Body, 'items'> & Partial<Body>) => {
    const body = { userId: meera.id, payment: 'wallet' as const, expectedTotal: 50, ...fields }
    return approvalIn(
      await t.call(api.staffOrders.place, { body }, withHeaders(asha, { 'idempotency-key': randomUUID() })),
    )
  }
  const bySaved = await ask({ items: [rice.item(2), dal.item()], addressId, expectedTotal: 150 })
  const typed = { ...home, houseNo: ` ${home.houseNo.toUpperCase()}`, fullName: 'Thief' }
  const equal = await ask({ items: [dal.item()], address: typed })
  const elsewhere = await ask({ items: [rice.item()], address: { ...home, street: 'Hill Road' } })
  const seen = async () => Object.fromEntries((await list()).map(({ _id, delivery }) => [_id, delivery]))
  expect(await seen()).toMatchObject({
    [bySaved]: {
      products: [
        { productTitle: 'Rice', quantity: 2 },
        { productTitle: 'Dal', quantity: 1 },
      ],
      place: 'MG Road, Mumbai',
      isSavedAddress: true,
    },
    [equal]: { isSavedAddress: true },
    [elsewhere]: { place: 'Hill Road, Mumbai', pincode: home.pincode, isSavedAddress: false },
  })
  // Neither name, phone nor house.
  expect(JSON.stringify(await seen())).not.toContain('Thief')
  await t.call(api.storeMe.edit, { body: { addresses: [] } }, meera)
  expect((await seen())[bySaved]).toMatchObject({ place: '', pincode: '', isSavedAddress: false })
  await t.db.execute(sql`UPDATE approvals SET expires_at = created_at WHERE id = ${elsewhere}`)
  expect((await seen())[elsewhere]).toBeUndefined()
  expect(await t.statements(list)).toHaveLength(2)
})
