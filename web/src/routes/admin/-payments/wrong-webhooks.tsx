import { payments } from '@kirana/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { count as inWords, formatDateTimeOr } from '#/lib/format.ts'

const CHECK_MS = 60_000

/** Says that webhooks arrive with a wrong signature; nothing while none does. */
export function WrongWebhooks() {
  const { data } = useQuery({ ...read(payments.wrongWebhooks, {}), refetchInterval: CHECK_MS })
  if (!data?.lastAt) return null
  const { count, lastAt } = data
  return (
    <p role="status" className="mb-4 max-w-prose rounded-card bg-warn-soft px-4 py-3 text-warn">
      {count === 1 ? 'A webhook' : `${inWords(count)} webhooks`} arrived with a wrong signature, the last{' '}
      {formatDateTimeOr(lastAt, '')}. If Razorpay sent {count === 1 ? 'it' : 'them'}, RAZORPAY_WEBHOOK_SECRET
      differs from the secret in its dashboard: whoever runs the server can correct it. Until then payments
      are found by asking Razorpay, some minutes later.
    </p>
  )
}
