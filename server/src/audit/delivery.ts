import { counted } from '@kirana/domain/count'
import { maskPhone } from '@kirana/domain/phone'
import { formatRupees } from '@kirana/domain/money'
import type { FieldsOf } from './changes.ts'
import { approvedBy, setsStatus } from './orders.ts'
import { adds, does, edits, says, type Template } from './sentence.ts'
import { amount, day, flag, rupees, text } from './values.ts'

const riderFields: FieldsOf<'riders.edit', 'riderId' | 'pin'> = {
  name: ['Name', text],
  phone: ['Phone', text],
  cashLimit: ['Cash Limit', rupees],
  hasPin: ['PIN', flag('Set', 'None')],
  newPin: ['PIN', flag('New', 'Set')],
  isActive: ['Active/Inactive', flag('Active', 'Inactive'), ['activated', 'deactivated']],
}

const deposit = { amount: ['Amount', rupees], reference: ['Reference', text], day: ['Date', day] } as const

/** ', ₹50.00 less than expected'; '' if the amount is as expected. */
function offWords(difference: unknown) {
  const off = amount(difference)
  return off === 0 ? '' : `, ${formatRupees(Math.abs(off))} ${off < 0 ? 'less' : 'more'} than expected`
}

const delivered = setsStatus('Delivered a bag')
const wrongCode = says(delivered.label, ({ the }) => ['entered a wrong door code for ', the('order')])

/** Riders, their drops and their cash. */
export const delivery = {
  riders: { add: adds('rider', riderFields), edit: edits('rider', riderFields) },
  dispatch: {
    assign: says('Gave a bag to a rider', ({ after: { rider }, the }) => [
      'gave ',
      the('order'),
      ' to ',
      the('rider', text(rider)),
    ]),
    takeBack: setsStatus('Took a bag back'),
  },
  cash: {
    deposit: says('Counted the cash of a rider', ({ after: { counted: sum, difference }, the }) => {
      return [`counted ${rupees(sum)} of `, the('rider'), offWords(difference)]
    }),
    bank: says('Brought cash to the bank', () => ['brought cash to the bank'], deposit),
    till: says(
      'Put cash into the till or took it out',
      ({ after: { direction, amount: sum } }) => [
        direction === 'in' ? `put ${rupees(sum)} into the till` : `took ${rupees(sum)} out of the till`,
      ],
      { reason: ['Reason', text] },
    ),
    float: says(
      'Gave a rider cash from the till',
      ({ after, the }) => [`gave ${rupees(after.amount)} from the till to `, the('rider')],
      { reason: ['Reason', text] },
    ),
    close: says('Counted the till', ({ after: { counted: sum, difference } }) => [
      `counted ${rupees(sum)} in the till${offWords(difference)}`,
    ]),
    surplus: says(
      'Decided about a surplus',
      ({ after, the }) => [
        after.decision === 'keep' ? 'kept ' : 'gave back ',
        `${rupees(after.amount)} that a count of `,
        the('rider'),
        ' had too much',
      ],
      { reason: ['Reason', text] },
    ),
    writeOff: says(
      'Wrote off a shortage',
      ({ after, the }) => [`wrote off ${rupees(after.amount)} that `, the('rider'), ' owed'],
      { reason: ['Reason', text], ...approvedBy },
    ),
  },
  upi: {
    import: says('Imported a bank statement', ({ after: { verified } }) => [
      `imported a bank statement, which verifies ${counted(amount(verified), 'UPI payment')}`,
    ]),
    verify: says('Verified a UPI payment', ({ after, the }) => [
      after.verified === true
        ? 'confirmed the UPI payment of '
        : 'took back the confirmation of the UPI payment of ',
      the('order'),
    ]),
  },
  rider: {
    sendCode: says('Asked for a sign-in code as a rider', ({ object }) => [
      `asked for a sign-in code for riders for ${maskPhone(object)}`,
    ]),
    login: does('Signed in as a rider', 'signed in'),
    logout: does('Signed out as a rider', 'signed out'),
    start: setsStatus('Took a bag on the road'),
    deliver: {
      label: delivered.label,
      write: (entry) => (entry.after.refusal === undefined ? delivered : wrongCode).write(entry),
    },
    fail: says('Could not deliver a bag', ({ after, the }) => [
      'could not deliver ',
      the('order'),
      `: ${text(after.reason)}`,
    ]),
  },
} satisfies Record<string, Record<string, Template>>
