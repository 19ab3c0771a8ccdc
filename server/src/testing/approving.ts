import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { company } from '../tables/company.ts'
import { staff as people } from '../tables/people.ts'
import { type Credentials, withHeaders } from './app.ts'
import { fileOf } from './files/pictures.ts'
import { pdf } from './files/prepared-files.ts'
import { staffApp } from './staff-app.ts'
import { findInvariantViolations } from './violations.ts'

type As = Pick<Credentials, 'headers'>
type Paying = { as?: As; files?: File[]; reason?: string; utr?: string }

/** The app of a store that asks for a second person: Asha asks, `ravi` decides. */
export async function approvingApp() {
  const { t, make, staff: asha, signInStaff } = await staffApp()
  const ravi: Credentials = { id: '', headers: {} }

  async function aColleague(username: string, name: string) {
    const as = await t.signIn.staff(username)
    await t.db.update(people).set({ name }).where(eq(people.id, as.id))
    return as
  }
  const signInRavi = async () => void Object.assign(ravi, await aColleague('ravi', 'Ravi'))
  beforeEach(async () => {
    await t.db.update(company).set({ secondPerson: true, payoutApprovalFrom: 0, coinsWithoutApproval: 1_000 })
    await signInRavi()
  })

  /** Moves the clock, which ends the sessions: both sign in again. */
  async function later(at: string) {
    t.clock.set(at)
    await signInStaff()
    await signInRavi()
  }

  type Customer = Awaited<ReturnType<typeof make.aCustomer>>
  type Account = Partial<Record<'upiId' | 'bankAcNumber' | 'ifscCode', string>>
  async function aWithdrawal(amount = 120, customer?: Customer, account: Account = { upiId: 'meera@upi' }) {
    const as = customer ?? (await make.aCustomer({ money: 50_000, fullName: 'Meera Nair' }))
    const { data } = await t.call(api.storeWallet.withdraw, { body: { amount, ...account } }, as)
    return { _id: data._id, customer: as }
  }
  const receipt = () => fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')

  return {
    t,
    make,
    asha,
    ravi,
    aColleague,
    later,
    aWithdrawal,
    receipt,
    pay: (withdrawalId: string, { as = asha, files = [receipt()], reason = '', utr = '' }: Paying = {}) =>
      t.call(api.withdrawals.approve, { body: { withdrawalId, reason, utr }, files }, as),
    refuseWithdrawal: (withdrawalId: string, { as = asha, reason = 'The account is closed' }: Paying = {}) =>
      t.call(api.withdrawals.refuse, { body: { withdrawalId, reason } }, as),
    give: (userId: string, point: number, as: As = asha) =>
      t.call(
        api.wallet.addCoins,
        { body: { userId, point } },
        withHeaders(as, { 'idempotency-key': randomUUID() }),
      ),
    approve: (id: string, as: As = ravi) => t.call(api.approvals.approve, { params: { id }, query: {} }, as),
    refuse: (id: string, reason: string, as: As = ravi) =>
      t.call(api.approvals.refuse, { params: { id }, query: {}, body: { reason } }, as),
    list: async () => (await t.call(api.approvals.list, { query: {} }, ravi)).data,
    requests: async () => (await t.call(api.withdrawals.list, {}, asha)).data,
    payouts: async () => (await t.call(api.withdrawals.transactions, {}, asha)).data,
    walletOf: async (customer: Customer) => (await t.call(api.storeWallet.get, {}, customer)).data,
    inOrder: async () => expect(await findInvariantViolations(t.db)).toEqual([]),
  }
}

/** The id of the request that waits, from an answer of 202. */
export const approvalIn = ({ data }: { data: unknown }) =>
  (data as { approvalId?: string } | null)?.approvalId ?? 'none'
