import type { Database } from '../../db/types.ts'
import { recordPayment, type Source } from './intake.ts'
import type { PaymentProvider, ProviderPayment } from './provider.ts'
import { recordRefund } from './refunds.ts'

/**
 * Records a payment as the provider has it now, with its refunds, each in a transaction of its own. False if a refund was
 * stored as a fault.
 * @throws ProviderError
 */
export async function recordWithRefunds(
  database: Database,
  provider: PaymentProvider,
  payment: ProviderPayment,
  source: Source,
): Promise<boolean> {
  await database.transaction((tx) => recordPayment(tx, payment, source))
  if (payment.refunded === 0) return true
  let areRecorded = true
  for (const refund of await provider.refundsOf(payment.paymentId))
    if (!(await database.transaction((tx) => recordRefund(tx, refund, source)))) areRecorded = false
  return areRecorded
}
