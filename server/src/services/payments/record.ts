import type { Database, Db } from '../../db/types.ts'
import { recordPayment, type Source } from './intake.ts'
import type { PaymentProvider, ProviderPayment, ProviderRefund } from './provider.ts'
import { recordRefund } from './refunds.ts'

async function recordRefunds(tx: Db, refunds: readonly ProviderRefund[], source: Source): Promise<boolean> {
  let areRecorded = true
  for (const refund of refunds)
    if ((await recordRefund(tx, refund, source)) !== 'recorded') areRecorded = false
  return areRecorded
}

/**
 * Records a payment with its refunds as the provider reports them. A new payment and its refunds are recorded in one
 * transaction, so that its order is not packed in between. Refunds of a known payment each have their own transaction,
 * because each locks the same rows as a change of its order. Returns false if a refund was stored as a fault.
 * @throws ProviderError before anything is written
 */
export async function recordWithRefunds(
  database: Database,
  provider: PaymentProvider,
  payment: ProviderPayment,
  source: Source,
): Promise<boolean> {
  const refunds = payment.refunded > 0 ? await provider.refundsOf(payment.paymentId) : []
  const recorded = await database.transaction(async (tx) =>
    (await recordPayment(tx, payment, source)) ? recordRefunds(tx, refunds, source) : null,
  )
  if (recorded !== null) return recorded
  let areRecorded = true
  for (const refund of refunds)
    if (!(await database.transaction((tx) => recordRefunds(tx, [refund], source)))) areRecorded = false
  return areRecorded
}
