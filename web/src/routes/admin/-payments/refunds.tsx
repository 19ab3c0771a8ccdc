import type { PaymentRefund } from '@kirana/contract/wire/order-payment'
import { payments } from '@kirana/contract/payments'
import { maySettleRefund } from '@kirana/domain/refunds'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { formatDateTimeOr, rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { reload } from './reload.ts'
import { SettleRefund } from './settle-refund.tsx'

const states: Record<PaymentRefund['state'], { tone: Tone; word: string }> = {
  asked: { tone: 'info', word: 'Refund requested' },
  done: { tone: 'ok', word: 'Refunded' },
  failed: { tone: 'bad', word: 'Refund failed' },
  settled: { tone: 'plain', word: 'Settled' },
}

const settlements: Record<NonNullable<PaymentRefund['settledAs']>, string> = {
  covered: 'Included in another refund',
  wallet: 'To the wallet, as it is less than ₹1',
  hand: 'Settled by hand',
}

/** How the money was refunded, if not by a request to the provider. */
function wayOf({ isFromDashboard, settledAs, reason }: PaymentRefund) {
  if (isFromDashboard) return 'Made in the dashboard'
  return settledAs && [settlements[settledAs], reason].filter(Boolean).join(': ')
}

/** A refund with its state. A failed one shows the reason, and can be retried or settled. */
export function RefundState({ refund }: { refund: PaymentRefund }) {
  const { state, error, amount, by, at } = refund
  const { tone, word } = states[state]
  const way = wayOf(refund)
  const mayRetry = useAllowed(payments.retryRefund)
  const retry = useWrite(payments.retryRefund, { reload, onError: () => void reloadAll(reload) })
  const [isSettling, setIsSettling] = useState(false)
  const isOpen = useClock((now) => maySettleRefund({ state, at: new Date(at) }, new Date(now)))
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone} dot>
          {word}
        </Badge>
        {amount > 0 && <span className="numbers font-medium">{rupees(amount)}</span>}
      </div>
      {way && <p className="text-sm wrap-anywhere">{way}</p>}
      <p className="text-sm wrap-anywhere text-muted md:min-w-40">
        {by}, <span className="numbers">{formatDateTimeOr(at, at)}</span>
      </p>
      {error && state !== 'settled' && <p className="text-sm wrap-anywhere text-bad">{error}</p>}
      {mayRetry && isOpen && (
        <div className="flex flex-wrap gap-2">
          {state === 'failed' && (
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
          <Button
            variant="text"
            size="small"
            aria-haspopup="dialog"
            aria-label={`Settle the refund of ${rupees(amount)}`}
            onClick={() => setIsSettling(true)}
          >
            Settle
          </Button>
          <SettleRefund refund={refund} open={isSettling} onOpenChange={setIsSettling} />
        </div>
      )}
    </div>
  )
}
