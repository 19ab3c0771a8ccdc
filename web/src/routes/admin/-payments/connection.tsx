import { payments } from '@kirana/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { counted, formatDateTimeOr } from '#/lib/format.ts'

const CHECK_MS = 60_000

/** A note if no account of the provider is connected, or if webhooks arrive with a wrong signature. */
export function Connection() {
  const { data } = useQuery({ ...read(payments.connection, {}), refetchInterval: CHECK_MS })
  if (!data) return null
  const { count, lastAt } = data.wrongWebhooks
  if (!data.isSet)
    return (
      <p className="card mb-4 p-4">
        Customers can’t pay online, only by cash or wallet: no Razorpay account is connected. To connect one,
        set RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET on the server and restart it
        (docs/running/providers.md, Online payment).
      </p>
    )
  if (!lastAt) return null
  return (
    <p role="status" className="mb-4 max-w-prose rounded-card bg-warn-soft px-4 py-3 text-warn">
      {count === 1 ? 'A webhook' : counted(count, 'webhook')} arrived with a wrong signature, the last{' '}
      {formatDateTimeOr(lastAt, '')}. If Razorpay sent {count === 1 ? 'it' : 'them'}, RAZORPAY_WEBHOOK_SECRET
      differs from the secret in its dashboard: whoever runs the server can correct it. Until then payments
      are found by asking Razorpay, some minutes later.
    </p>
  )
}
