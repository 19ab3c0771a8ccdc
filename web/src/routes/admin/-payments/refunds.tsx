import type { PaymentRefund } from '@kirana/contract/order-payment'
import { payments } from '@kirana/contract/payments'
import { formatDateTimeOr, rupees } from '#/lib/format.ts'
import { orders } from '@kirana/contract/orders'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'

const states: Record<PaymentRefund['state'], { tone: Tone; word: string }> = {
  asked: { tone: 'info', word: 'Refund requested' },
  done: { tone: 'ok', word: 'Refunded' },
  failed: { tone: 'bad', word: 'Refund failed' },
}

/** The lists that show a payment or a refund. */
export const reload = [payments.list, orders.get]

/** A refund with its state: what failed says why, and can be retried. */
export function RefundState({ refund }: { refund: PaymentRefund }) {
  const { state, error, amount, by, at } = refund
  const { tone, word } = states[state]
  const mayRetry = useAllowed(payments.retryRefund)
  const retry = useWrite(payments.retryRefund, { reload, onError: () => void reloadAll(reload) })
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone} dot>
          {word}
        </Badge>
        <span className="numbers font-medium">{rupees(amount)}</span>
      </div>
      <p className="text-sm wrap-anywhere text-muted md:min-w-40">
        {by}, <span className="numbers">{formatDateTimeOr(at, at)}</span>
      </p>
      {error && <p className="text-sm wrap-anywhere text-bad">{error}</p>}
      {state === 'failed' && mayRetry && (
        <Button
          variant="outline"
          size="small"
          busy={retry.isSending}
          aria-label={`Retry the refund of ${rupees(amount)}`}
          onClick={() => retry.send({ params: { id: refund._id } })}
        >
          Retry
        </Button>
      )}
    </div>
  )
}
