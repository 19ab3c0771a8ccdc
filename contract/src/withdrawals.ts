import * as z from 'zod/mini'
import { read, write } from './route.ts'
import { id, required, rupees, spelled } from './shapes.ts'

const user = z.object({ fullName: z.string(), phone: z.string() })
/** Where the money goes; '' for what was not given. */
const account = { upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() }

/** A customer's request to pay out money. */
export const Withdrawal = spelled(
  { _id: id, user, amount: rupees, ...account, isDone: z.boolean() },
  { _id: 'id' },
)
export type Withdrawal = z.input<typeof Withdrawal>

/** A paid-out withdrawal. `supportingDocs` are keys of private files. */
export const Transaction = spelled(
  {
    _id: id,
    user,
    amount: rupees,
    withdrawalReq: z.object(account),
    isDone: z.boolean(),
    supportingDocs: z.array(z.string()),
  },
  { _id: 'id', withdrawalReq: 'withdrawal', supportingDocs: 'documents' },
)
export type Transaction = z.input<typeof Transaction>

export const withdrawals = {
  list: read({
    access: 'staff',
    method: 'GET',
    path: '/wallet/get/all/withdrawals',
    summary: 'All withdrawal requests',
    data: z.array(Withdrawal),
  }),
  approve: write({
    access: 'staff',
    method: 'POST',
    path: '/wallet/withdrawal/create',
    summary: 'Approves a withdrawal with its documents, once',
    body: z.object({ withdrawalId: required('Withdrawal is required') }),
    files: { field: 'supportingDocs', kind: 'document', max: 5, tooMany: 'Upload 5 files maximum' },
    message: 'Transanction added successfully',
  }),
  transactions: read({
    access: 'staff',
    method: 'GET',
    path: '/wallet/get/all/transanctions',
    summary: 'All paid-out withdrawals',
    data: z.array(Transaction),
  }),
}
