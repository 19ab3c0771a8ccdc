import type { Section } from './policy.ts'

/** Terms on payment, cancellation, returns and the wallet. */
export const moneyTerms: readonly Section[] = [
  {
    title: 'Paying',
    blocks: [
      'You can pay from your wallet or with cash on delivery, and online where the app offers it. Wallet money is taken when you place the order. With cash on delivery you pay the rider the amount that the app shows; please have change ready. A tax invoice for every order that we accept is in the app.',
      'Your wallet is a balance with us for purchases and refunds. It earns no interest and cannot be passed on to another person.',
    ],
  },
  {
    title: 'Cancelling an order',
    blocks: [
      'You can cancel in the app, free of charge, but only before the company accepts the order. Once accepted, it is being packed and cannot be cancelled any more. If we have to cancel, whatever the reason, you get back everything you paid, and a coupon that you used works again.',
    ],
  },
  {
    title: 'Returns',
    blocks: [
      'Groceries are perishable, so returns are possible only on the same day, that is on the day of delivery, and only for wrong or damaged items: something that you did not order, that arrived broken, spoiled or past its date, or that is missing from the bag.',
      'Report it in the app or to our support with a photo, and keep the item and its packing for the rider. Medicines, opened packs and goods that you merely no longer want cannot be returned. Your rights over defective goods under the Consumer Protection Act, 2019 remain.',
    ],
  },
  {
    title: 'Refunds',
    blocks: [
      'A refund is made within 7 business days after we approve the return or the order is cancelled. It goes to the source account you paid from, or to your wallet; cash on delivery is refunded to the wallet or, for a claim, in cash. Your bank may need a few days more until you see it. If nothing has arrived by then, write to the Grievance Officer with the order id.',
    ],
  },
  {
    title: 'Coins, referrals and coupons',
    blocks: [
      'Coins, referral rewards and coupons are benefits that we grant; they are no deposit and are not bought.',
      [
        'Coins for a product are credited when the order is delivered, and taken back if it is returned or cancelled. What a coin is worth is shown in the app before you use it.',
        'A referral code gives a discount on a person’s first order, and coins to its owner once that order is delivered. Nobody can use their own code.',
        'A coupon applies while it is valid, from its minimum amount on, and once for each customer unless it says otherwise. It is not paid out in cash.',
      ],
      'We may end an offer or change what a coin is worth from then on; what you have earned until then is counted at the value that stood.',
    ],
  },
  {
    title: 'Withdrawals',
    blocks: [
      'You may ask for money in your wallet to be paid to your own UPI ID or bank account. Coins are turned into money at the value shown when your balance alone does not cover the amount. The amount is set aside as soon as you ask, and paid once our staff have approved the request. Please check the account details: a payment sent to an account that you named wrongly may not come back. We may ask for proof of identity where the law or a suspicion of fraud makes us.',
    ],
  },
]
