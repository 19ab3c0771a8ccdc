import { api } from '@kirana/contract'
import { expect, test } from 'vitest'
import { company } from '../../tables/company.ts'
import type { Credentials } from '../../testing/app.ts'
import { approvalIn } from '../../testing/approving.ts'
import { interleave } from '../../testing/races/interleave.ts'
import { aBag, aRider, dispatcherOf } from '../../testing/riders.ts'
import { staffApp } from '../../testing/staff-app.ts'
import { findInvariantViolations } from '../../testing/violations.ts'

const setting = await staffApp()
const { t, make, staff } = setting
const desk = dispatcherOf(t, staff)
const healthy = async () => expect(await findInvariantViolations(t.db)).toEqual([])
const theirs = async (riderId: string) => (await desk.book()).riders.find(({ _id }) => _id === riderId)

/** A rider who owes ₹60 in a store that requires a second person from `limit` paise on, and the superadmin. */
async function whoOwes(limit: number) {
  await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: limit })
  const rice = await make.aProduct({ variants: [{ sellingPrice: 16_000 }] })
  const order = await aBag(setting, { items: [rice.item()] })
  const rider = await aRider(t)
  await desk.assign(rider.id, order._id)
  await rider.deliver({ orderId: order._id })
  await desk.count(rider.id, 160, { 100: 1 })
  const owner = await t.signIn.superadmin()
  const writeOff = (amount: number, actionId: string = crypto.randomUUID()) =>
    t.call(api.cash.writeOff, { body: { riderId: rider.id, amount, reason: 'Torn note', actionId } }, owner)
  return { rider, owner, writeOff }
}
const list = async (as: Credentials = staff) => (await t.call(api.approvals.list, { query: {} }, as)).data
const approve = (id: string, as: Credentials = staff) =>
  t.call(api.approvals.approve, { params: { id }, query: {} }, as)

test('a write-off waits for a second person, who is not the superadmin, and happens once approved', async () => {
  const { rider, owner, writeOff } = await whoOwes(0)
  const asked = await writeOff(60)
  expect(asked).toMatchObject({ status: 202, message: 'Waiting for approval' })
  expect(await theirs(rider.id)).toMatchObject({ shortage: 60, writtenOff: 0 })
  expect(await list()).toMatchObject([
    {
      _id: approvalIn(asked),
      kind: 'write-off',
      state: 'waiting',
      rider: { _id: rider.id, name: 'Kiran' },
      amount: 60,
      reason: 'Torn note',
      askerId: owner.id,
      askedBy: 'superadmin',
    },
  ])
  await healthy()
  expect(await writeOff(60)).toMatchObject({ status: 409, code: 'waiting' })
  expect(await approve(approvalIn(asked), owner)).toMatchObject({ status: 403, code: 'own' })
  expect((await approve(approvalIn(asked))).status).toBe(200)
  expect(await approve(approvalIn(asked))).toMatchObject({ status: 409, code: 'decided' })
  expect(await theirs(rider.id)).toMatchObject({ shortage: 0, writtenOff: 60 })
  const { data: entries } = await t.call(api.cash.entries, { params: { riderId: rider.id, page: 1 } }, owner)
  expect(entries.data[0]).toMatchObject({
    shortage: -60,
    by: 'superadmin (superadmin), approved by Asha (staff)',
  })
  const { data: log } = await t.call(api.audit.list, { params: { page: 1 }, query: {} }, owner)
  const lines = log.rows.map(({ person, parts }) => `${person} ${parts.map(({ text }) => text).join('')}`)
  expect(lines).toContain(
    'superadmin asked for approval of the write-off of ₹60.00 that the rider Kiran owes',
  )
  expect(lines).toContain(
    'Asha approved the write-off of ₹60.00 that the rider Kiran owes, asked for by superadmin',
  )
  expect(lines).toContain('superadmin wrote off ₹60.00 that the rider Kiran owed')
  await healthy()
})

test('a caller may not use the action id under which an approved write-off is recorded', async () => {
  const { writeOff } = await whoOwes(5_000)
  const asked = await writeOff(60)
  expect(asked.status).toBe(202)
  const id = `approval:${approvalIn(asked)}`
  expect(await writeOff(10, id)).toMatchObject({ status: 400, message: 'Choose another action id' })
  await healthy()
})

test('smaller write-offs need no approval, but add up for a day', async () => {
  const { rider, writeOff } = await whoOwes(5_000)
  expect((await writeOff(30)).status).toBe(200)
  const asked = await writeOff(20)
  expect(asked.status).toBe(202)
  expect((await approve(approvalIn(asked))).status).toBe(200)
  // What a second person has approved does not count towards what the superadmin writes off alone.
  expect((await writeOff(10)).status).toBe(200)
  expect(await theirs(rider.id)).toMatchObject({ shortage: 0, writtenOff: 60 })
  await healthy()
})

test('write-offs for two riders at the same time do not pass the limit together', async () => {
  const [kiran, meera] = [await whoOwes(5_000), await whoOwes(5_000)]
  const answers = await interleave(
    t,
    () => kiran.writeOff(30),
    () => meera.writeOff(30),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 202])
  expect(await theirs(kiran.rider.id)).toMatchObject({ shortage: 30, writtenOff: 30 })
  expect(await theirs(meera.rider.id)).toMatchObject({ shortage: 60, writtenOff: 0 })
  await healthy()
})

test('a refused write-off changes nothing; a write-off that is no longer owed fails', async () => {
  const { rider, writeOff } = await whoOwes(0)
  const refused = { params: { id: approvalIn(await writeOff(60)) }, query: {} }
  const answer = { ...refused, body: { reason: 'Ask the bank first' } }
  expect((await t.call(api.approvals.refuse, answer, staff)).status).toBe(200)
  expect(await theirs(rider.id)).toMatchObject({ shortage: 60, writtenOff: 0 })
  const asked = await writeOff(60)
  await desk.count(rider.id, 0, { 10: 1 })
  expect(await approve(approvalIn(asked))).toMatchObject({
    status: 409,
    code: 'failed',
    message: 'The shortage is ₹50.00',
  })
  expect(await theirs(rider.id)).toMatchObject({ shortage: 50, writtenOff: 0 })
  expect((await writeOff(51)).status).toBe(422)
  await healthy()
})
