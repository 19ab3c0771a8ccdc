/**
 * The message for a customer whose referral code cannot be used, or null if it can (domain rules, Orders). `owner` is
 * the id of the code's owner, null for an unknown code; `customer` is the id of the buyer, null if not signed in.
 */
export function referralError(use: {
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

/** The stored form of a referral code: capital letters, no whitespace or invisible characters. */
export const normaliseReferralCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()
