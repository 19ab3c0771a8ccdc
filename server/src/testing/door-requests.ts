import { api } from '@kirana/contract'
import { company } from '../tables/company.ts'
import type { TestApp } from './app.ts'
import type { factories } from './factories.ts'
import { aBag, dispatcherOf, type TestRider } from './riders.ts'

const statement = [new File(['Date,UTR,Credit\n1/1/2026,1,1'], 'statement.csv', { type: 'text/csv' })]

type Factories = ReturnType<typeof factories>
type Setting = {
  t: TestApp
  make: Factories
  customer: Awaited<ReturnType<Factories['aCustomer']>>
  rider: TestRider
}

/** Creates what each call about bags, cash and claims needs, and returns a request for it that changes something. */
export function doorRequests({ t, make, customer, rider }: Setting) {
  const desk = async () => dispatcherOf(t, await t.signIn.staff())
  const bag = async () => aBag({ t, make, staff: await t.signIn.staff() }, { customer })
  async function assigned() {
    const { _id: orderId } = await bag()
    await (await desk()).assign(rider.id, orderId)
    return orderId
  }
  async function onTheRoad() {
    const orderId = await assigned()
    await rider.start(orderId)
    return orderId
  }
  /** What the rider has in hand after a delivery, in rupees. */
  async function collected() {
    await rider.deliver({ orderId: await onTheRoad() })
    return (await rider.me()).cash
  }
  let payments = 0
  async function paidByUpi() {
    await t.db.update(company).set({ upiId: 'kirana@okbank' })
    const orderId = await onTheRoad()
    const utr = String(433_312_345_000 + ++payments)
    await rider.deliver({ orderId, paidBy: 'upi', utr })
    return orderId
  }
  async function delivered() {
    const { _id: orderId } = await make.anOrder({ customer })
    await (await desk()).set(orderId, 'Delivered')
    return orderId
  }
  const onePiece = { lines: JSON.stringify([{ line: 1, pieces: 1 }]), reason: 'damaged' as const }
  async function claimed() {
    const body = { orderId: await delivered(), ...onePiece }
    return (await t.call(api.storeClaims.add, { body }, customer)).data._id
  }
  return {
    'dispatch.assign': async () => ({ body: { riderId: rider.id, orders: [(await bag())._id] } }),
    'dispatch.takeBack': async () => ({ body: { orderId: await assigned() } }),
    'cash.deposit': async () => {
      const expected = await collected()
      return { body: { riderId: rider.id, actionId: 'count', expected, counted: { '10': 1 } } }
    },
    'cash.bank': async () => {
      await delivered()
      return { body: { amount: 10, reference: 'Slip 7', actionId: 'bank' } }
    },
    'cash.till': async () => ({
      body: { direction: 'in', amount: 10, reason: 'Opening cash', actionId: 'till' },
    }),
    'cash.float': async () => {
      await delivered()
      return { body: { riderId: rider.id, amount: 10, reason: 'Change', actionId: 'float' } }
    },
    'cash.close': async () => {
      const { store: expected } = await (await desk()).book()
      return { body: { actionId: 'close', expected, counted: { '10': 1 } } }
    },
    'cash.surplus': async () => {
      await (await desk()).count(rider.id, await collected(), { '500': 4 })
      const [surplus] = (await (await desk()).book()).surpluses
      return {
        body: { countId: surplus?._id ?? '', decision: 'keep', reason: 'A tip', actionId: 'surplus' },
      }
    },
    'cash.writeOff': async () => {
      await (await desk()).count(rider.id, await collected(), {})
      return { body: { riderId: rider.id, amount: 1, reason: 'Lost on the way', actionId: 'write-off' } }
    },
    'upi.columns': () => ({ files: statement }),
    'upi.import': async () => {
      await paidByUpi()
      return {
        body: { date: 'Date', utr: 'UTR', amount: 'Credit' },
        files: statement,
      }
    },
    'upi.verify': async () => ({ body: { orderId: await paidByUpi(), verified: true } }),
    'rider.start': async () => ({ body: { orders: [await assigned()] } }),
    'rider.deliver': async () => ({
      body: { orderId: await onTheRoad(), actionId: 'deliver', paidBy: 'cash' },
    }),
    'rider.fail': async () => ({
      body: { orderId: await onTheRoad(), actionId: 'fail', reason: 'Nobody at home' },
    }),
    'storeClaims.add': async () => ({ body: { orderId: await delivered(), ...onePiece } }),
    'claims.add': async () => ({
      body: { userId: customer.id, orderId: await delivered(), ...onePiece },
    }),
    'claims.refund': async () => ({ body: { claimId: await claimed(), actionId: 'refund', to: 'wallet' } }),
    'claims.replace': async () => ({ body: { claimId: await claimed(), actionId: 'replace' } }),
    'claims.refuse': async () => ({ body: { claimId: await claimed(), reason: 'It was eaten' } }),
  }
}
