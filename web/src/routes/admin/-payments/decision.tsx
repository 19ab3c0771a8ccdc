import { payments, type Payment } from '@kirana/contract/payments'
import { MIN_ONLINE_PAYMENT } from '@kirana/domain/payment'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { Ask } from '#/components/feedback/lazy.ts'
import { Button } from '#/ui/button.tsx'
import { reload } from './reload.ts'
import { moneyIn } from './words.tsx'

/** The decision about the rest of a payment without an order: refund it, or mark it as settled. */
export function Decision({ payment }: { payment: Payment }) {
  const [question, setQuestion] = useState<'refund' | 'settle' | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const options = {
    reload,
    onDone: () => setIsOpen(false),
    onError: () => void reloadAll(reload),
  }
  const refund = useWrite(payments.refund, options)
  const settle = useWrite(payments.settle, options)
  const amount = moneyIn(payment.left, payment.currency, rupees)
  const ask = (what: 'refund' | 'settle') => {
    setQuestion(what)
    setIsOpen(true)
  }
  const isRefundable =
    payment.left * 100 >= MIN_ONLINE_PAYMENT && payment.refunds.every(({ state }) => state !== 'failed')
  const sent = { params: { id: payment._id } }
  return (
    <div className="flex flex-wrap gap-2">
      {isRefundable && (
        <Button
          size="small"
          variant="outline"
          aria-haspopup="dialog"
          aria-label={`Refund ${payment.paymentId}`}
          onClick={() => ask('refund')}
        >
          Refund
        </Button>
      )}
      <Button
        size="small"
        variant="text"
        aria-haspopup="dialog"
        aria-label={`Settle ${payment.paymentId}`}
        onClick={() => ask('settle')}
      >
        Settle
      </Button>
      {question && (
        <Ask
          open={isOpen}
          onOpenChange={setIsOpen}
          title={question === 'refund' ? `Refund ${amount}?` : `Settle ${amount} without a refund?`}
          description={
            question === 'refund'
              ? 'The money goes back to where it came from. This cannot be undone.'
              : 'Choose this once the money has been dealt with elsewhere. It then no longer stands first.'
          }
          action={question === 'refund' ? 'Refund' : 'Settle'}
          busy={refund.isSending || settle.isSending}
          onConfirm={() => (question === 'refund' ? refund.send(sent) : settle.send(sent))}
        />
      )}
    </div>
  )
}
