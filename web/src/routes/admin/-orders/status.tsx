import { orders, type Order } from '@kirana/contract/orders'
import { deliveryStatusNames, type DeliveryStatusName } from '@kirana/contract/wire/shapes'
import { needsCashAnswer } from '@kirana/domain/delivery'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { isPicking, pickQuestion } from '#/lib/pick-question.ts'
import { reloadNotes, WaitingNote } from '#/components/approvals/lazy.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'

const CashQuestion = lazyComponent(async () => (await import('./cash-question.tsx')).CashQuestion)
const CancelQuestion = lazyComponent(async () => (await import('./cancel-question.tsx')).CancelQuestion)
const OrderSteps = lazyComponent(async () => (await import('./steps.tsx')).OrderSteps)
const isStatus = (word: string): word is DeliveryStatusName => word in deliveryStatusNames
const choices = Object.keys(deliveryStatusNames).map((word) => ({ value: word, label: word }))

/** Delivery status: a select, and Save once it differs from the current status (specification, section 2). */
export function OrderStatus({ order }: { order: Order }) {
  const present = order.delivaryStatus
  const [chosen, setChosen] = useState<{ status: DeliveryStatusName; over: DeliveryStatusName } | null>(null)
  // The selection now equals the current status: clear it, so that a later status change does not revive it.
  if (chosen?.status === present) setChosen(null)
  const isChanged = chosen !== null && chosen.status !== present
  const reload = [orders.get, orders.list, orders.referred]
  const change = useWrite(orders.changeStatus, {
    reload,
    onDone: () => setChosen(null),
    onWaiting: () => {
      setChosen(null)
      reloadNotes()
    },
    onError: () => void reloadAll(reload),
    showFailure: (error, { params: { status: to }, query: { from = present, reason } }) => {
      if (isPicking(error))
        pickQuestion.set({
          orderId: order._id,
          number: order.order_id,
          from,
          to,
          message: error.message,
          ...(reason && { reason }),
        })
      return isPicking(error)
    },
  })
  const last = order.history.at(-1)
  // `from`: the status when the question opened. It is sent along so that the server rejects a stale answer.
  const [question, setQuestion] = useState<{ from: DeliveryStatusName; open: boolean } | null>(null)
  const needsCash =
    isChanged &&
    needsCashAnswer(
      { total: order.totalPrice, paidBy: order.paidBy },
      deliveryStatusNames[present],
      deliveryStatusNames[chosen.status],
    )
  const [canceling, setCanceling] = useState<{ from: DeliveryStatusName; open: boolean } | null>(null)
  const isRefunding =
    isChanged && chosen.status === 'Canceled' && order.paidBy !== 'none' && order.totalPrice > 0
  const send = (status: DeliveryStatusName, from: DeliveryStatusName, reason = '') =>
    change.send({
      params: { orderId: order._id, status },
      query: {
        from,
        ...(reason && { reason }),
        ...(reason && order.paidBy === 'cash' && { cash: 'collected' }),
      },
    })
  return (
    <section aria-labelledby="status" className="card p-4 sm:p-5">
      <h2 id="status" className="mb-2 text-lg font-semibold">
        Delivery
      </h2>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (needsCash) setQuestion({ from: present, open: true })
          else if (isRefunding) setCanceling({ from: present, open: true })
          else if (isChanged) send(chosen.status, present)
        }}
      >
        <Select
          label="Delivery Status"
          className="flex-1"
          choices={choices}
          value={chosen?.status ?? present}
          disabled={change.isSending}
          onChange={({ target }) =>
            isStatus(target.value) && setChosen({ status: target.value, over: present })
          }
        />
        {isChanged && (
          <Button type="submit" busy={change.isSending}>
            Save
          </Button>
        )}
      </form>
      <p role="status" className="text-sm">
        {isChanged && !change.isSending && chosen.over !== present && (
          <span className="mt-2 block rounded-control bg-info-soft px-3 py-2 text-info">
            Meanwhile {last?.by ?? 'somebody'} set this order to {present}. Your selection is kept.
          </span>
        )}
      </p>
      {((order.paidBy !== 'none' && present !== 'Canceled') || order.pick?.state === 'claimed') && (
        <WaitingNote subject={order._id} className="mt-3" />
      )}
      {present !== 'Canceled' && (
        <OrderSteps order={order} isChoosing={isChanged} fallback={<div className="mt-3 h-11" />} />
      )}
      {question && (
        <CashQuestion
          refund={order.net}
          open={question.open}
          onOpenChange={() => setQuestion({ ...question, open: false })}
          onAnswer={(isCollected) => {
            setQuestion({ ...question, open: false })
            if (isCollected) setCanceling({ from: question.from, open: true })
            else send('Canceled', question.from)
          }}
        />
      )}
      {canceling && (
        <CancelQuestion
          order={order}
          open={canceling.open}
          onOpenChange={() => setCanceling({ ...canceling, open: false })}
          onCancel={(reason) => send('Canceled', canceling.from, reason)}
        />
      )}
    </section>
  )
}
