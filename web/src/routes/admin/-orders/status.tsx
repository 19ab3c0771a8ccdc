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
const PressedChange = lazyComponent(async () => (await import('./pressed.tsx')).PressedChange)
const isStatus = (word: string): word is DeliveryStatusName => word in deliveryStatusNames
const choices = Object.keys(deliveryStatusNames).map((word) => ({ value: word, label: word }))

type Choice = { status: DeliveryStatusName; over: DeliveryStatusName }
/** `from`: the status when the question opened. It is sent along so that the server rejects a stale answer. */
type Question = { from: DeliveryStatusName; open: boolean } | null

/** Changes the status. `onAccepted` is called when it is changed, or waits for a second person's approval. */
function useStatusChange(order: Order, onAccepted: () => void) {
  const reload = [orders.get, orders.list, orders.referred]
  const { send, isSending } = useWrite(orders.changeStatus, {
    reload,
    onDone: onAccepted,
    onWaiting: () => {
      onAccepted()
      reloadNotes()
    },
    onError: () => void reloadAll(reload),
    showFailure: (error, { params: { status: to }, query: { from = order.delivaryStatus, reason } }) => {
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
  const change = (status: DeliveryStatusName, from: DeliveryStatusName, reason = '') =>
    send({
      params: { orderId: order._id, status },
      query: {
        from,
        ...(reason && { reason }),
        ...(reason && order.paidBy === 'cash' && { cash: 'collected' }),
      },
    })
  return { change, isSending }
}

/** The question to ask before the change, if any. */
function questionFor(order: Order, status: DeliveryStatusName) {
  const bill = { total: order.totalPrice, paidBy: order.paidBy }
  const [from, to] = [deliveryStatusNames[order.delivaryStatus], deliveryStatusNames[status]]
  if (needsCashAnswer(bill, from, to)) return 'cash'
  return status === 'Canceled' && order.paidBy !== 'none' && order.totalPrice > 0 ? 'refund' : null
}

/** Delivery status: a select, and Save once it differs from the current status (specification, section 2). */
export function OrderStatus({ order }: { order: Order }) {
  const present = order.delivaryStatus
  const [chosen, setChosen] = useState<Choice | null>(null)
  // The selection now equals the current status: clear it, so that a later status change does not revive it.
  if (chosen?.status === present) setChosen(null)
  const isChanged = chosen !== null && chosen.status !== present
  const { change, isSending } = useStatusChange(order, () => setChosen(null))
  const last = order.history.at(-1)
  const [question, setQuestion] = useState<Question>(null)
  const [canceling, setCanceling] = useState<Question>(null)
  return (
    <section aria-labelledby="status" className="card p-4 sm:p-5">
      <h2 id="status" className="mb-2 text-lg font-semibold">
        Delivery
      </h2>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isChanged) return
          const first = questionFor(order, chosen.status)
          if (first === 'cash') setQuestion({ from: present, open: true })
          else if (first === 'refund') setCanceling({ from: present, open: true })
          else change(chosen.status, present)
        }}
      >
        <Select
          label="Delivery Status"
          className="flex-1"
          choices={choices}
          value={chosen?.status ?? present}
          disabled={isSending}
          onChange={({ target }) =>
            isStatus(target.value) && setChosen({ status: target.value, over: present })
          }
        />
        {isChanged && (
          <Button type="submit" busy={isSending}>
            Save
          </Button>
        )}
      </form>
      <p role="status" className="text-sm">
        {isChanged && !isSending && chosen.over !== present && (
          <span className="mt-2 block rounded-control bg-info-soft px-3 py-2 text-info">
            {last?.by ?? 'Another person'} set this order to {present} since you chose. Your selection is
            kept.
          </span>
        )}
      </p>
      {((order.paidBy !== 'none' && present !== 'Canceled') || order.pick?.state === 'claimed') && (
        <WaitingNote subject={order._id} className="mt-3" />
      )}
      <PressedChange order={order} />
      {question && (
        <CashQuestion
          refund={order.net}
          open={question.open}
          onOpenChange={() => setQuestion({ ...question, open: false })}
          onAnswer={(isCollected) => {
            setQuestion({ ...question, open: false })
            if (isCollected) setCanceling({ from: question.from, open: true })
            else change('Canceled', question.from)
          }}
        />
      )}
      {canceling && (
        <CancelQuestion
          order={order}
          open={canceling.open}
          onOpenChange={() => setCanceling({ ...canceling, open: false })}
          onCancel={(reason) => change('Canceled', canceling.from, reason)}
        />
      )}
    </section>
  )
}
