import * as z from 'zod/mini'
import { amountInput } from '../wire/numbers.ts'
import { forCustomer, get, post } from '../wire/route.ts'
import { optionalText, renamed } from '../wire/shapes.ts'
import { balanceNames, balances } from '../users.ts'
import { WalletEntry } from '../wallet.ts'
import { Withdrawal } from '../withdrawals.ts'

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
  withdraw: post(
    forCustomer,
    '/store/wallet/withdrawals',
    'Requests a withdrawal; the amount is deducted from the balance and held until it is paid out',
    {
      body: z
        .object({
          amount: amountInput('Amount is required', { nonZero: true }),
          upiId: optionalText(400),
          bankAcNumber: optionalText(50),
          ifscCode: optionalText(20),
        })
        .check(hasAnAccount),
      data: Withdrawal,
      message: 'Withdrawal requested successfully',
    },
  ),
}
