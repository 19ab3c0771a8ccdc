import { REASON_NEEDED } from '@kirana/domain/payout'
import { STATUS_INVALID } from '@kirana/domain/texts'
import { payoutStates } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { forStaff, get, post } from './wire/route.ts'
import { byPage, orderSort, paged, search } from './wire/lists.ts'
import { id, moment, optionalText, renamed, required, rupees } from './wire/shapes.ts'

const user = z.object({ fullName: z.string(), phone: z.string() })
/** The account to pay to; missing fields are ''. */
const account = { upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() }

/**
 * A customer's request to pay out money. `dateAndTime` is when it was asked for. `approval` is there while its payout
 * waits for a second person.
 */
export const Withdrawal = renamed(
  {
    _id: id,
    user,
    amount: rupees,
    ...account,
    isDone: z.boolean(),
    dateAndTime: moment,
    approval: z.optional(z.object({ askedBy: z.string(), at: moment })),
  },
  { _id: 'id', dateAndTime: 'requestedAt' },
)
export type Withdrawal = z.input<typeof Withdrawal>

/** A paid-out withdrawal. `supportingDocs` are keys of private files, `reason` says why there are none. */
export const Transaction = renamed(
  {
    _id: id,
    user,
    amount: rupees,
    withdrawalReq: z.object(account),
    isDone: z.boolean(),
    supportingDocs: z.array(z.string()),
    reason: z.string(),
  },
  { _id: 'id', withdrawalReq: 'withdrawal', supportingDocs: 'documents' },
)
export type Transaction = z.input<typeof Transaction>

/** The reason for approving a withdrawal without a document. */
export const ApprovalReason = required(REASON_NEEDED).check(z.minLength(5, REASON_NEEDED))

/** An optional reason, for approvals with documents; '' inside when missing. */
const reason = optionalText(500).check(z.refine((text) => text === '' || text.length >= 5, REASON_NEEDED))

export const withdrawals = {
  list: get(
    forStaff('withdrawals.read'),
    '/wallet/get/all/withdrawals',
    'The newest 500 withdrawal requests',
    { counts: true, data: z.array(Withdrawal) },
  ),
  page: get(
    forStaff('withdrawals.read'),
    '/wallet/get/all/withdrawals/:page',
    'Withdrawal requests, 20 a page, newest first unless sorted; search by phone',
    {
      params: byPage,
      query: z.object({
        search,
        state: z._default(z.enum(payoutStates, { error: STATUS_INVALID }), ''),
        sort: orderSort,
      }),
      data: paged(Withdrawal),
    },
  ),
  approve: post(
    forStaff('withdrawals.approve'),
    '/wallet/withdrawal/create',
    'Approves a withdrawal, with documents or with the reason why there are none',
    {
      fresh: true,
      body: z.object({ withdrawalId: required('Withdrawal is required'), reason }),
      files: { field: 'supportingDocs', kind: 'document', max: 5, tooMany: 'Upload 5 files maximum' },
      awaits: true,
      message: 'Transanction added successfully',
    },
  ),
  transactions: get(
    forStaff('withdrawals.read'),
    '/wallet/get/all/transanctions',
    'The newest 500 paid-out withdrawals',
    { counts: true, data: z.array(Transaction) },
  ),
  payouts: get(
    forStaff('withdrawals.read'),
    '/wallet/get/all/transanctions/:page',
    'Paid-out withdrawals, 20 a page, newest first unless sorted; search by phone',
    { params: byPage, query: z.object({ search, sort: orderSort }), data: paged(Transaction) },
  ),
}
