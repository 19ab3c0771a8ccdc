import { approvalKinds, approvalStates } from '@kirana/domain/approval'
import * as z from 'zod/mini'
import { forStaff, forStaffAnd, get, post } from './wire/route.ts'
import { byId, id, moment, renamed, required, rupees } from './wire/shapes.ts'

/**
 * A request that waits for the approval of a second person or that a second person decided. `amount` is in rupees,
 * `point` in coins; the one that does not apply is 0. `answer` says why it was refused or failed.
 */
export const Approval = renamed(
  {
    _id: id,
    kind: z.enum(approvalKinds),
    state: z.enum(approvalStates),
    /** The customer whose wallet the request is about. */
    user: z.optional(z.object({ _id: id, fullName: z.string(), phone: z.string() })),
    /** The rider whose shortage is written off. */
    rider: z.optional(z.object({ _id: id, name: z.string() })),
    /** The order whose money is refunded, or whose pick ends. */
    order: z.optional(z.object({ _id: id, order_id: z.string() })),
    /** The account of a payout, also of one that was refused. */
    account: z.optional(z.object({ upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() })),
    /** The goods and the address of an order that staff pay from the wallet, while the request waits. */
    delivery: z.optional(
      z.object({
        /** `productQuantity` is the pack size as text, `quantity` the number of packs; '' for a deleted product. */
        products: z.array(
          z.object({ productTitle: z.string(), productQuantity: z.string(), quantity: z.int() }),
        ),
        /** Street, landmark and city; '' for a deleted address. So is the pincode. */
        place: z.string(),
        pincode: z.string(),
        /** Whether the customer has saved this address. */
        isSavedAddress: z.boolean(),
      }),
    ),
    amount: rupees,
    point: z.int(),
    reason: z.string(),
    /** Keys of private files. */
    supportingDocs: z.array(z.string()),
    /** The bank's reference of a payout that was made before the request; '' without one. */
    utr: z.string(),
    /** The staff member or the superadmin who asked for it, and so cannot approve it. */
    askerId: id,
    askedBy: z.string(),
    dateAndTime: moment,
    expiresAt: moment,
    decidedBy: z.string(),
    decidedAt: z.nullable(moment),
    answer: z.string(),
  },
  { _id: 'id', point: 'coins', supportingDocs: 'documents', dateAndTime: 'askedAt' },
)
export type Approval = z.input<typeof Approval>

/**
 * The limits from which this store requires a second person. `payoutApprovalFrom` is in rupees: the sum of a day's
 * payouts to one customer, or by one person who pays out alone; 0 for every payout.
 */
export const ApprovalRules = z.object({
  secondPerson: z.boolean(),
  payoutApprovalFrom: rupees,
  coinsWithoutApproval: z.int(),
  activeStaff: z.int(),
})
export type ApprovalRules = z.input<typeof ApprovalRules>

/** The answer (202) of a call that has to wait for a second person. */
export const Waiting = z.object({ approvalId: id })

/**
 * A browser can be signed in as staff and as the superadmin at once: `as` names the account that the page uses. It
 * gives no access.
 */
export const asAccount = { as: z.optional(z.literal('superadmin', { error: 'Account is not valid' })) }
const query = z.object(asAccount)

const decides = forStaffAnd('superadmin', 'approvals')

export const approvals = {
  list: get(
    decides,
    '/approval/get/all',
    'Requests that wait for a second person, oldest first, then the 50 newest decided ones',
    { query, data: z.array(Approval) },
  ),
  rules: get(
    forStaffAnd('superadmin', 'everybody'),
    '/approval/get/rules',
    'What needs a second person, and how many active staff members there are',
    { query, data: ApprovalRules },
  ),
  own: get(
    forStaff('everybody'),
    '/approval/get/own',
    'Requests of the caller: waiting ones, oldest first, then the 50 newest decided ones; without account, goods ' +
      'and place, and with a masked phone number, if the caller may not see what a request is about',
    { data: z.array(Approval) },
  ),
  about: get(
    forStaff('everybody'),
    '/approval/get/about/:id',
    'Waiting requests about an order or a customer, oldest first, as far as the caller may see them',
    { params: byId, data: z.array(Approval) },
  ),
  approve: post(
    decides,
    '/approval/approve/:id',
    'Approves a request and carries it out. 403 to the person who asked; 409 if it was decided, has expired, or is ' +
      'no longer possible',
    { query, fresh: true, params: byId, message: 'Approved successfully' },
  ),
  refuse: post(decides, '/approval/refuse/:id', 'Refuses a request, with the reason', {
    query,
    params: byId,
    body: z.object({ reason: required('Say why it is refused') }),
    message: 'Refused successfully',
  }),
}
