import * as z from 'zod/mini'
import { amountInput } from '../wire/numbers.ts'
import { byCursor } from '../wire/lists.ts'
import { forCustomer, get, post } from '../wire/route.ts'
import { optionalText, renamed } from '../wire/shapes.ts'
import { balanceNames, balances } from '../users.ts'
import { WalletEntry } from '../wallet.ts'
import { CustomerWithdrawal } from '../withdrawals.ts'

const ACCOUNT = 'Send a UPI id, or a bank account number and its IFSC code'
const hasAnAccount = z.refine<{ upiId: string; bankAcNumber: string; ifscCode: string }>(
  ({ upiId, bankAcNumber, ifscCode }) =>
    upiId ? !bankAcNumber && !ifscCode : Boolean(bankAcNumber && ifscCode),
  ACCOUNT,
)

export const storeWallet = {
  get: get(forCustomer, '/store/wallet', 'Balances and the latest entries', {
    data: renamed({ ...balances, entries: z.array(WalletEntry) }, balanceNames),
  }),
  withdrawals: get(
    forCustomer,
    '/store/wallet/withdrawals',
    "The customer's withdrawals, newest first, with their state and why one was refused; `next` is the cursor of the next " +
      'page, null on the last',
    {
      query: z.object(byCursor),
      data: z.object({ withdrawals: z.array(CustomerWithdrawal), next: z.nullable(z.string()) }),
    },
  ),
  withdraw: post(
    forCustomer,
    '/store/wallet/withdrawals',
    'Requests a withdrawal of at least 1 rupee; the amount is deducted from the balance and held until it is paid out or ' +
      'refused. 422 when no bank could pay to the account, and while 5 withdrawals are open or 10 were refused in the ' +
      'last 24 hours',
    {
      body: z
        .object({
          amount: amountInput('Amount is required', { nonZero: true, min: 1 }),
          upiId: optionalText(400),
          bankAcNumber: optionalText(50),
          ifscCode: optionalText(20),
        })
        .check(hasAnAccount),
      data: CustomerWithdrawal,
      message: 'Withdrawal requested successfully',
    },
  ),
}
