import { api } from '@kirana/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const { aCustomer } = factories(t)
afterAll(t.close)
beforeEach(t.database.reset)

const write = (name: string) =>
  t.call(api.storeContact.add, { body: { name, phone: '9820098200', msg: `Message of ${name}` } })

test('lists messages newest first, each with the ticket number its sender got', async () => {
  const staff = await t.signIn.staff()
  const list = () => t.call(api.contact.list, {}, staff)
  expect((await list()).data).toEqual([])
  const names = ['Asha', '<b>"Ravi\'s" 100%</b>', 'मीरा']
  const tickets: string[] = []
  for (const name of names) tickets.push((await write(name)).data.ticket)
  expect(tickets).toEqual(['KM-000001', 'KM-000002', 'KM-000003'])
  const { data } = await list()
  expect(data.map(({ name }) => name)).toEqual(names.toReversed())
  expect(data.map(({ ticket }) => ticket)).toEqual(tickets.toReversed())
  expect(data[0]).toEqual({
    _id: expect.any(String),
    ticket: 'KM-000003',
    name: 'मीरा',
    email: '',
    phone: '+919820098200',
    msg: 'Message of मीरा',
    dateAndTime: t.context.now().toISOString(),
  })
  expect((await t.statements(list)).length).toBeLessThanOrEqual(1 + 3)
})

test('only staff read messages', async () => {
  await write('Asha')
  for (const headers of [{}, (await t.signIn.superadmin()).headers, (await aCustomer()).headers])
    expect((await t.call(api.contact.list, {}, { headers })).status).toBe(401)
})
