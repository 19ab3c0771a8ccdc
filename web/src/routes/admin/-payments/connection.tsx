import { payments } from '@kirana/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { counted, formatDateTimeOr } from '#/lib/format.ts'

const CHECK_MS = 60_000

const warning = 'mb-4 max-w-prose rounded-card bg-warn-soft px-4 py-3 text-warn'

/**
 * Notes if no account of the provider is connected, if it is in test mode, and if webhooks arrive with a wrong
 * signature.
 */
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
  return (
    <>
      {data.isTest && (
        <p role="status" className={warning}>
          Online payments are in test mode and move no money: anyone can pay an order with a published test
          card. To receive money, set a RAZORPAY_KEY_ID that begins with rzp_live_, and its secret, on the
          server and restart it.
        </p>
      )}
      {lastAt && (
        <p role="status" className={warning}>
          {count === 1 ? 'A webhook' : counted(count, 'webhook')} arrived with a wrong signature, the last{' '}
          {formatDateTimeOr(lastAt, '')}. If Razorpay sent {count === 1 ? 'it' : 'them'},
          RAZORPAY_WEBHOOK_SECRET differs from the secret in its dashboard: whoever runs the server can
          correct it. Until then payments are found by asking Razorpay, some minutes later.
        </p>
      )}
    </>
  )
}
