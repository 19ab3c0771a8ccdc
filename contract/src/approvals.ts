import { approvalKinds, approvalStates } from '@kirana/domain/approval'
import * as z from 'zod/mini'
import { forStaff, forStaffAnd, get, post } from './wire/route.ts'
import { byId, id, moment, renamed, required, rupees } from './wire/shapes.ts'

/**
 * What waits for a second person, or was decided by one. `amount` is in rupees, `point` in coins; the one that does
 * not apply is 0. `answer` says why it was refused or failed.
 */
export const Approval = renamed(
  {
    _id: id,
    kind: z.enum(approvalKinds),
    state: z.enum(approvalStates),
    /** The customer whose wallet is concerned. */
    user: z.optional(z.object({ _id: id, fullName: z.string(), phone: z.string() })),
    /** The rider whose shortage is written off. */
    rider: z.optional(z.object({ _id: id, name: z.string() })),
    /** The order whose money is refunded, or whose pick ends. */
    order: z.optional(z.object({ _id: id, order_id: z.string() })),
    /** Where a payout goes, or would have gone. */
    account: z.optional(z.object({ upiId: z.string(), bankAcNumber: z.string(), ifscCode: z.string() })),
    /** What an order from the wallet delivers, and where, while it waits. */
    delivery: z.optional(
      z.object({
        /** `productQuantity` is the pack size as text, `quantity` the number of packs; '' for a deleted product. */
        products: z.array(
          z.object({ productTitle: z.string(), productQuantity: z.string(), quantity: z.int() }),
        ),
        /** Street, landmark and city; '' for a deleted address, as the pincode. */
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
    /** The bank's reference of a payout that was made already, '' without one. */
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
 * What needs a second person in this store. `payoutApprovalFrom` is in rupees for a day of one customer, or of one person
 * who pays out alone; 0 for every payout.
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

/** A browser may be signed in to both areas: `as` says which account the page means. It grants nothing. */
export const asAccount = { as: z.optional(z.literal('superadmin', { error: 'Account is not valid' })) }
const query = z.object(asAccount)

const decides = forStaffAnd('superadmin', 'approvals')

export const approvals = {
  list: get(
    decides,
    '/approval/get/all',
    'What waits for a second person, oldest first, then the 50 newest decisions',
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
    'What the caller asked for: what waits, oldest first, then the 50 newest decisions; without account, goods and place, ' +
      'and with a masked phone number where the caller may not see what it is about',
    { data: z.array(Approval) },
  ),
  about: get(
    forStaff('everybody'),
    '/approval/get/about/:id',
    'What waits about an order or a customer, oldest first, as far as the caller may see these',
    { params: byId, data: z.array(Approval) },
  ),
  approve: post(
    decides,
    '/approval/approve/:id',
    'Does what was asked for. 403 to the person who asked; 409 if it was decided, has expired, or is no longer possible',
    { query, fresh: true, params: byId, message: 'Approved successfully' },
  ),
  refuse: post(decides, '/approval/refuse/:id', 'Refuses what was asked for, with the reason', {
    query,
    params: byId,
    body: z.object({ reason: required('Say why it is refused') }),
    message: 'Refused successfully',
  }),
}
