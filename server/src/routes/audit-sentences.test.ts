import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { loggedCalls } from '../audit/sentences.ts'
import { auditRows } from '../tables/journal.ts'
import { staff } from '../tables/people.ts'
import type { Credentials } from '../testing/app.ts'
import { DISPATCHER_ROLE } from '../testing/preset-roles.ts'
import { staffApp } from '../testing/staff-app.ts'

const { t, make, staff: asha } = await staffApp()
const { aCharge, aCustomer, anOrder } = make
let owner: Credentials
beforeEach(async () => {
  owner = await t.signIn.superadmin()
})

const list = (query: Sent<typeof api.audit.list>['query'] = {}) =>
  t.call(api.audit.list, { params: { page: 1 }, query }, owner)
const calls = async (query: Parameters<typeof list>[0] = {}) =>
  (await list(query)).data.rows.map(({ call }) => call)
const addKeyword = (name: string) => t.call(api.keywords.add, { body: { name, desc: '' } }, asha)

/** An entry as an earlier version wrote it. */
const anEntry = (entry: Partial<typeof auditRows.$inferInsert>, count = 1) =>
  t.db.insert(auditRows).values(
    Array.from({ length: count }, () => ({
      requestId: 'request',
      role: 'staff',
      personId: asha.id,
      person: 'Asha',
      call: 'charges.edit',
      object: 'x',
      ...entry,
    })),
  )

/** What an entry says, with its changes: 'Asha changed the charge Rain: Amount ₹15.50 → ₹20.00'. */
const sayings = (entries: readonly { person: string; parts: { text: string }[]; changes: Saying[] }[]) =>
  entries.map(({ person, parts, changes }) => {
    const sentence = `${person} ${parts.map(({ text }) => text).join('')}`
    const told = changes.map(
      ({ field, before, after }) => `${field} ${before === null ? '' : `${before} → `}${after}`,
    )
    return [sentence, told.join(', ')].filter(Boolean).join(': ')
  })
type Saying = { field: string; before: string | null; after: string }

test('a change is logged with time, person, and a sentence that names the object and what changed', async () => {
  const charge = await aCharge({ title: 'दिवाली 5%', amount: 1_550 })
  const edit = { title: 'दिवाली 5%', chargeType: 'Rupees', chargeAmount: 20, isEnable: false } as const
  await t.call(api.charges.edit, { body: { ...edit, chargeId: charge.id } }, asha)
  const { status, data } = await list()
  expect(status).toBe(200)
  expect(data).toEqual({
    hasOlder: false,
    rows: [
      {
        _id: expect.any(String),
        at: t.context.now().toISOString(),
        person: 'Asha',
        personId: asha.id,
        role: 'staff',
        call: 'charges.edit',
        object: charge.id,
        parts: [
          { text: 'changed the charge ' },
          { text: 'दिवाली 5%', to: { kind: 'charge', id: charge.id, isDeleted: false } },
        ],
        changes: [
          { field: 'Amount', before: '₹15.50', after: '₹20.00' },
          { field: 'Enable/Disable', before: 'Enabled', after: 'Disabled' },
        ],
        pictures: [],
      },
    ],
  })
})

test('a save that changes nothing leaves no entry, and one of an earlier version is not shown', async () => {
  const charge = await aCharge({ title: 'Rain', amount: 1_550 })
  const same = { title: 'Rain', chargeType: 'Rupees', chargeAmount: 15.5 } as const
  await t.call(api.charges.edit, { body: { ...same, chargeId: charge.id } }, asha)
  expect(await t.db.$count(auditRows)).toBe(0)
  await anEntry({ before: { amount: 1_550, title: 'Rain' }, after: { amount: 1_550 }, object: charge.id })
  expect((await list()).data.rows).toEqual([])
})

test('deleted objects keep their name, and names follow what they were renamed to', async () => {
  await addKeyword('tea')
  const [row] = (await list()).data.rows
  const keywordId = row?.object ?? ''
  await t.call(api.keywords.edit, { body: { keywardId: keywordId, name: 'chai', desc: '' } }, asha)
  expect(sayings((await list()).data.rows)).toEqual([
    'Asha changed the keyward chai: Keyward Name tea → chai',
    'Asha added the keyward chai: Keyward Name tea',
  ])
  await t.call(api.keywords.remove, { params: { id: keywordId } }, asha)
  const { data } = await list()
  expect(sayings(data.rows)[0]).toBe('Asha deleted the keyward chai')
  expect(data.rows.map(({ parts }) => parts[1]?.to?.isDeleted)).toEqual([true, true, true])
})

test('names objects of all kinds, with and without an amount, and unknown objects by their kind', async () => {
  await anEntry({ call: 'coupons.remove', object: v7() })
  await addKeyword('tea')
  await t.call(api.sections.add, { params: { name: 'Grocery' } }, asha)
  await t.call(api.pincodes.add, { body: { pincode: '400001' } }, asha)
  const meera = await aCustomer({ fullName: 'Meera', money: 50_000 })
  const asked = await t.call(api.storeWallet.withdraw, { body: { amount: 200, upiId: 'meera@upi' } }, meera)
  await t.call(
    api.withdrawals.approve,
    { body: { withdrawalId: asked.data._id, reason: 'Paid in cash' } },
    asha,
  )
  await anEntry({ call: 'wallet.addCoins', object: meera.id, before: { coins: 0 }, after: { coins: 5 } })
  await anEntry({ call: 'staff.resetPassword', object: asha.id })
  expect(sayings((await list()).data.rows)).toEqual(
    expect.arrayContaining([
      'Asha approved the withdrawal of ₹200.00 for Meera without documents: Reason Paid in cash',
      'Asha set a new password for Asha',
      'Asha added 5 coins to Meera: Coins 0 → 5',
      'Asha added the pincode 400001',
      'Asha added the section Grocery',
      'Asha added the keyward tea',
      'Asha deleted a coupon',
    ]),
  )
})

test('actions of customers are listed only on request, or for a person or a call', async () => {
  const ravi = await aCustomer({ fullName: 'Ravi' })
  await addKeyword('tea')
  expect(await calls()).toEqual(['keywords.add'])
  expect(await calls({ customers: true })).toEqual([
    'keywords.add',
    'storeSession.signIn',
    'storeSession.sendCode',
  ])
  expect(sayings((await list({ person: ravi.id })).data.rows)).toEqual(['Ravi signed in'])
  expect(sayings((await list({ call: 'storeSession.sendCode' })).data.rows)).toEqual([
    expect.stringMatching(/^Someone not signed in asked for a sign-in code for •+\d{4}$/),
  ])
})

test('staff see the changes of one object, newest first, without those only the superadmin may see', async () => {
  const order = await anOrder()
  const set = (status: 'Delivered' | 'Canceled') =>
    t.call(api.orders.changeStatus, { params: { orderId: order._id, status }, query: {} }, asha)
  await set('Delivered')
  const history = (objectId: string, as = asha, customers = false) =>
    t.call(api.audit.of, { params: { objectId }, query: { customers } }, as)
  expect(sayings((await history(order._id, asha, true)).data)).toEqual([
    `Asha set order ${order.order_id} from Confirmed to Delivered: Payment Status Awaiting → Success`,
    expect.stringMatching(/^\+91 \d{5} \d{5} placed order OD261121-\d{4}: ₹[\d.]+, Cash on delivery$/),
  ])
  const { data } = await history(order._id)
  expect(data).toEqual([
    {
      _id: expect.any(String),
      at: t.context.now().toISOString(),
      person: 'Asha',
      role: 'staff',
      call: 'orders.changeStatus',
      parts: [
        { text: 'set order ' },
        { text: order.order_id, to: { kind: 'order', id: order._id, isDeleted: false } },
        { text: ' from Confirmed to Delivered' },
      ],
      changes: [{ field: 'Payment Status', before: 'Awaiting', after: 'Success' }],
      pictures: [],
    },
  ])
  await anEntry({ object: asha.id, call: 'keywords.remove' }, 60)
  expect((await history(asha.id)).data).toHaveLength(50)
  for (const call of ['staff.resetPassword', 'staff.login', 'staff.changePassword', 'superadmin.login'])
    await anEntry({ object: 'somebody', call })
  expect((await history('somebody')).data).toEqual([])
  expect((await history('somebody', owner)).data).toHaveLength(4)
  for (const nothing of [v7(), "'", '%', 'x']) expect((await history(nothing)).data).toEqual([])
})

test('staff see nothing of a history that their role does not let them read', async () => {
  const [object, role] = [v7(), 'customer']
  const calls = loggedCalls.filter((call) => !/^(superadmin|staff)\./.test(call))
  for (const call of calls) await anEntry({ object, call, role, person: 'Ravi' })
  await t.db.update(staff).set({ roleId: DISPATCHER_ROLE }).where(eq(staff.id, asha.id))
  const { data } = await t.call(
    api.audit.of,
    { params: { objectId: object }, query: { customers: true } },
    asha,
  )
  const groups = new Set(data.map(({ call }) => call.slice(0, call.indexOf('.'))))
  expect([...groups].toSorted()).toEqual([
    'cash',
    'dispatch',
    'payments',
    'rider',
    'riders',
    'setup',
    'staffOrders',
    'storeManualOrders',
    'storeOrders',
  ])
  // Dispatchers count a rider's cash; the bank and the till need another permission.
  expect(data.filter(({ call }) => call.startsWith('cash.'))).toMatchObject([{ call: 'cash.deposit' }])
})
