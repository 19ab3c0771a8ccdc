/** Whether `text` has the form of an IFSC: bank, zero, branch. */
export const isIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)

/** Whether `text` has the form of a UPI id (VPA): name@handle. */
export const isUpi = (text: string): boolean => /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/.test(text)

/** Where a withdrawal goes: a UPI id, or an account with its IFSC; '' for what is not used. */
export type Payee = { upiId: string; bankAcNumber: string; ifscCode: string }

/** The account as banks write it: the IFSC in capitals, the number without blanks. */
export const normalPayee = ({ upiId, bankAcNumber, ifscCode }: Payee): Payee => ({
  upiId: upiId.trim(),
  bankAcNumber: bankAcNumber.replaceAll(/\s/g, ''),
  ifscCode: ifscCode.trim().toUpperCase(),
})

/** Why banks cannot pay to this account; null if they can. Call it with a `normalPayee`. */
export function payeeRefusal({ upiId, bankAcNumber, ifscCode }: Payee): string | null {
  if (upiId !== '') return isUpi(upiId) ? null : 'A UPI ID looks like name@bank'
  if (!/^\d{9,18}$/.test(bankAcNumber)) return 'A bank account number has 9 to 18 digits'
  return isIfsc(ifscCode) ? null : 'An IFSC code has 4 letters, 0 and 6 letters or digits'
}

/** The states of a withdrawal: `waits` for a second person, `approved` and still to be paid. */
export const withdrawalStates = ['open', 'waits', 'approved', 'refused', 'paid'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** The message when a payout has neither a document nor a reason of 5 to 500 characters. */
export const REASON_NEEDED = 'Say in 5 to 500 characters why there is no document'

/** The message when an approved payout is made without anything that proves it. */
export const PROOF_NEEDED = 'Enter the UTR with a document or a reason'

/** The message for a malformed bank's reference: UPI and IMPS have 12 digits, NEFT 16 characters, RTGS 22. */
export const UTR_INVALID = 'A UTR has 6 to 22 letters and digits'
