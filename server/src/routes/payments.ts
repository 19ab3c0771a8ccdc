import { payments as calls } from '@kirana/contract/payments'
import { isTestMode } from '../config/providers.ts'
import { serve } from '../http/serve.ts'
import { openFaults, settleFault } from '../services/payments/faults.ts'
import { recordEvent } from '../services/payments/intake.ts'
import {
  refundUnmatched,
  retryRefund,
  settleRefund,
  settleUnmatched,
} from '../services/payments/decisions.ts'
import { paymentPage } from '../services/payments/rows.ts'

export const payments = serve(
  calls,
  {
    razorpay: async ({ raw, context, request }) => context.payments.readEvent(raw, request.headers),
  },
  {
    list: ({ db, params, query, now }) => paymentPage(db, { ...query, page: params.page, now }),
    connection: ({ context: { config, payments } }) => ({
      isSet: payments.provider !== null,
      isTest: isTestMode(config),
      wrongWebhooks: payments.wrongWebhooks(),
    }),
    faults: ({ db }) => openFaults(db),
    settleFault: async ({ db, params, body, who, now, audit }) =>
      audit(await settleFault(db, params.id, { ...body, by: `${who.name} (staff)`, now })),
    retryRefund: async ({ db, params, who, context, now, audit, after }) => {
      audit(await retryRefund(db, params.id, { by: `${who.name} (staff)`, now }))
      after(async () => context.payments.wake())
    },
    refund: async ({ db, params, who, context, now, audit, after }) => {
      audit(await refundUnmatched(db, params.id, { by: `${who.name} (staff)`, now }))
      after(async () => context.payments.wake())
    },
    settleRefund: async ({ db, params, body, who, now, audit }) =>
      audit(await settleRefund(db, params.id, body.reason, { by: `${who.name} (staff)`, now })),
    settle: async ({ db, params, who, now, audit }) =>
      audit(await settleUnmatched(db, params.id, { by: `${who.name} (staff)`, now })),
    razorpay: async ({ db, provider, event, context, request, now, audit, after }) => {
      // The service writes the audit entries of decisions about unmatched money.
      audit(null)
      await recordEvent(db, event, { provider, requestId: request.id, now })
      after(async () => context.payments.wake())
    },
  },
)
