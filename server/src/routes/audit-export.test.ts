import { api } from '@kirana/contract'
import { formatPhone } from '@kirana/domain/phone'
import papaparse from 'papaparse'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { factories, home } from '../testing/factories.ts'
import { photo } from '../testing/files/pictures.ts'

const t = await testApp()
const { aCustomer, anOrder } = factories(t)
afterAll(t.close)
beforeEach(() => t.database.reset())

/** Personal data of customers; each value occurs in some call below. */
const seeded = {
  fullName: 'Seeded Zubeida',
  nickname: 'Seeded Zuby',
  phone: '+919812349876',
  otherPhone: '+919765401234',
  email: 'seeded@mail.example',
  street: 'Seeded Lane',
  upiId: 'seeded@upi',
  message: 'Seeded question',
}

test('the audit export has customers as ids and no personal data', async () => {
  const owner = await t.signIn.superadmin()
  const staff = await t.signIn.staff()
  const { fullName, nickname, phone, otherPhone, email, street, upiId, message } = seeded
  const customer = await aCustomer({ phone, fullName, money: 5_000 })
  const nameless = await aCustomer({ phone: otherPhone })
  const address = { ...home, fullName, phone, street }

  const { status } = await t.call(api.storeMe.edit, { body: { fullName: nickname, email } }, customer)
  expect(status).toBe(200)
  const order = await anOrder({ customer, address })
  await t.call(
    api.orders.changeStatus,
    { params: { orderId: order._id, status: 'Canceled' }, query: {} },
    staff,
  )
  await t.call(api.storeWallet.withdraw, { body: { amount: 20, upiId } }, customer)
  await t.call(api.storeManualOrders.add, { files: [await photo()], body: {} }, nameless)
  await t.call(api.storeContact.add, { body: { name: fullName, phone: otherPhone, msg: message, email } })

  const { data } = await t.call(api.audit.list, { params: { page: 1 }, query: { customers: true } }, owner)
  const { raw } = await t.call(api.audit.export, { query: { customers: true } }, owner)
  // The log itself, which only the superadmin reads, has the name.
  expect(data.rows.map(({ person }) => person)).toEqual(
    expect.arrayContaining([fullName, nickname, formatPhone(otherPhone)]),
  )
  for (const text of Object.values(seeded)) expect(raw).not.toContain(text.replace('+91', ''))
  const [, ...rows] = papaparse.parse<string[]>(raw.slice(1), { skipEmptyLines: true }).data
  expect(rows).toHaveLength(data.rows.length)
  const personOf = (call: string) => rows.filter((row) => row[4] === call).map((row) => row[1])
  expect(personOf('storeOrders.place')).toEqual([customer.id])
  expect(personOf('storeSession.signIn')).toEqual([nameless.id, customer.id])
  expect(personOf('orders.changeStatus')).toEqual(['Asha'])
  expect(personOf('storeManualOrders.add')).toEqual([nameless.id])
  const codes = rows.filter((row) => row[4] === 'storeSession.sendCode').map((row) => row[5])
  expect(codes).toEqual(['•••••••••1234', '•••••••••9876'])
})
