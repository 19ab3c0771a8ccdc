import { storePayments as calls } from '@kirana/contract/store/payments'
import { serve } from '../../http/serve.ts'
import { findCheckout } from '../../services/payments/checkout.ts'

export const storePayments = serve(calls, {
  checkout: ({ db, params, who, context, now }) =>
    findCheckout(db, context.payments.provider, { orderId: params.id, owner: who.id, now }),
})
