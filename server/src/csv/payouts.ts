import { isoInKolkata } from '@kirana/domain/calendar'
import { toRupees } from '@kirana/domain/money'
import type { Payout } from '../services/wallet/payout-rows.ts'
import type { Columns } from './write.ts'

/** Amounts are in rupees. */
export const payoutColumns: Columns<Payout> = {
  // In the format that spreadsheets read as a date with a time.
  'Date (India)': ({ at }) => isoInKolkata(at).slice(0, 16).replace('T', ' '),
  User: ({ user }) => user.fullName,
  // Without +91, because spreadsheets read a leading + as a formula.
  'Phone Number': ({ user }) => user.phone.replace(/^\+91/, ''),
  Amount: ({ amount }) => toRupees(amount),
  'UPI ID': ({ withdrawal }) => withdrawal.upiId,
  'Bank Account Number': ({ withdrawal }) => withdrawal.bankAcNumber,
  'IFSC Code': ({ withdrawal }) => withdrawal.ifscCode,
  Status: ({ isDone }) => (isDone ? 'Completed' : 'Refused'),
  UTR: ({ utr }) => utr,
  By: ({ by }) => by,
  Reason: ({ reason }) => reason,
  'Supporting docs': ({ documents }) => documents.length,
}
