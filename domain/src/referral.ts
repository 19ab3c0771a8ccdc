/**
 * Why a referral code gives nothing, as a sentence for the customer, or null (domain rules, Orders). `owner` is the id
 * of the code's owner, null for an unknown code; `customer` the id of who orders, null when nobody is signed in.
 */
export function referralRefusal(use: {
  owner: string | null
  customer: string | null
  isFirstOrder: boolean
}): string | null {
  const { owner, customer, isFirstOrder } = use
  if (owner === null) return 'There is no such referral code'
  if (owner === customer) return 'You cannot use your own referral code'
  if (!isFirstOrder) return 'A referral code works on your first order only'
  return null
}

/** A referral code as it is stored and compared: capital letters, without any whitespace ('' when nothing is left). */
export const normaliseReferralCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()
