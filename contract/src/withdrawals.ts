import { REASON_NEEDED, UTR_INVALID, withdrawalStates } from '@kirana/domain/payout'
import { STATUS_INVALID } from '@kirana/domain/texts'
import { payoutStates } from '@kirana/domain/vocabulary'
import * as z from 'zod/mini'
import { text } from './wire/bounded.ts'
import { download, forStaff, get, post } from './wire/route.ts'
import { byPage, dayFilter, orderSort, paged, search } from './wire/lists.ts'
import { id, moment, optionalText, renamed, required, rupees } from './wire/shapes.ts'

const user = z.object({ fullName: z.string(), phone: z.string() })
/** The account to pay to; missing fields are ''. */
const account = { upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() }

const request = {
  _id: id,
  user,
  amount: rupees,
  ...account,
  isDone: z.boolean(),
  state: z.enum(withdrawalStates),
  /** Why it was refused, '' otherwise. */
  reason: z.string(),
  dateAndTime: moment,
}
const requestNames = { _id: 'id', dateAndTime: 'requestedAt' } as const
const person = z.object({ by: z.string(), at: moment })

/**
 * A customer's request to pay out money. `dateAndTime` is when it was asked for. `approval` is present while its payout
 * or its refusal waits for a second person. `approved` names the approver of its payout.
 */
export const Withdrawal = renamed(
  {
    ...request,
    approval: z.optional(
      z.object({ kind: z.enum(['payout', 'payout-refusal']), askedBy: z.string(), at: moment }),
    ),
    approved: z.optional(person),
  },
  requestNames,
)
export type Withdrawal = z.input<typeof Withdrawal>

/** A withdrawal as its customer sees it: without staff members. */
export const CustomerWithdrawal = renamed(request, requestNames)
export type CustomerWithdrawal = z.input<typeof CustomerWithdrawal>

/**
 * A decided withdrawal: paid out or, with `isDone` false, refused; with the time and the staff member. `supportingDocs`
 * are keys of private files; `reason` says why there are none, or why it was refused. `utr` is the bank's reference, ''
 * without one.
 */
export const Transaction = renamed(
  {
    _id: id,
    user,
    amount: rupees,
    withdrawalReq: z.object(account),
    isDone: z.boolean(),
    supportingDocs: z.array(z.string()),
    reason: z.string(),
    utr: z.string(),
    at: moment,
    by: z.string(),
  },
  { _id: 'id', withdrawalReq: 'withdrawal', supportingDocs: 'documents' },
)
export type Transaction = z.input<typeof Transaction>

/** The reason for approving a withdrawal without a document. */
export const ApprovalReason = required(REASON_NEEDED).check(z.minLength(5, REASON_NEEDED))

/** The reason for refusing a withdrawal, which its customer reads. */
export const REFUSAL_NEEDED = 'Say in 5 to 500 characters why it is refused'
export const RefusalReason = required(REFUSAL_NEEDED).check(z.minLength(5, REFUSAL_NEEDED))

/** The bank's reference of a transfer in capitals, without blanks; '' when missing. */
export const Utr = z._default(
  text(40, UTR_INVALID, UTR_INVALID).check(
    z.overwrite((utr: string) => utr.replaceAll(/\s/g, '').toUpperCase()),
    z.regex(/^([A-Z0-9]{6,22})?$/, UTR_INVALID),
  ),
  '',
)

/** An optional reason, for approvals with documents; '' inside when missing. */
const reason = optionalText(500).check(z.refine((text) => text === '' || text.length >= 5, REASON_NEEDED))

/** `from` and `to` are days in Asia/Kolkata, both inclusive. */
const payoutFilters = { search, from: dayFilter, to: dayFilter, sort: orderSort }

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
    'Approves a withdrawal, with documents or with the reason why there are none. Where the store requires a second ' +
      'person and nothing proves the payout, the call first requests approval (202); once that is given, the call ' +
      'makes the payout with `utr` and documents, or with a reason. 403 to the person who approved it',
    {
      fresh: true,
      body: z.object({ withdrawalId: required('Withdrawal is required'), reason, utr: Utr }),
      files: { field: 'supportingDocs', kind: 'document', max: 5, tooMany: 'Upload 5 files maximum' },
      awaits: true,
      message: 'Transanction added successfully',
    },
  ),
  refuse: post(
    forStaff('withdrawals.approve'),
    '/wallet/withdrawal/refuse',
    'Refuses a withdrawal with a reason that the customer reads; the money returns to the wallet. 409 when it is ' +
      'paid, refused or waits for approval. It needs a second person (202) once the payout was approved, and from ' +
      'the limit of payouts on if the refusal turns coins into money',
    {
      fresh: true,
      body: z.object({ withdrawalId: required('Withdrawal is required'), reason: RefusalReason }),
      awaits: true,
      message: 'Withdrawal refused successfully',
    },
  ),
  transactions: get(
    forStaff('withdrawals.read'),
    '/wallet/get/all/transanctions',
    'The newest 500 withdrawals that were paid out or refused',
    { counts: true, data: z.array(Transaction) },
  ),
  payouts: get(
    forStaff('withdrawals.read'),
    '/wallet/get/all/transanctions/:page',
    'Withdrawals that were paid out or refused, 20 a page, newest first unless sorted; search by phone or UTR. ' +
      '`total` is the sum paid out by the `payouts` transactions of the whole list',
    {
      params: byPage,
      query: z.object(payoutFilters),
      data: z.object({
        data: z.array(Transaction),
        totalPages: z.int(),
        total: rupees,
        payouts: z.int(),
      }),
    },
  ),
  export: download(
    forStaff('withdrawals.read'),
    '/wallet/export/transanctions',
    'Transactions as a CSV file, all that the list shows with the same filters, in its order; audited',
    { fresh: true, query: z.object(payoutFilters), replica: true },
  ),
}
