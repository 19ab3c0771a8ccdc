import { orders, type Order } from '@kirana/contract/orders'
import { deliveryStatusNames, type DeliveryStatusName } from '@kirana/contract/shapes'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'

const isStatus = (word: string): word is DeliveryStatusName => word in deliveryStatusNames
const choices = Object.keys(deliveryStatusNames).map((word) => ({ value: word, label: word }))

/** Delivery status: a selection, and Save once it differs from what the order has (specification, section 2). */
export function OrderStatus({ order }: { order: Order }) {
  const present = order.delivaryStatus
  const [chosen, setChosen] = useState<{ status: DeliveryStatusName; over: DeliveryStatusName } | null>(null)
  // Chosen back, or reached by somebody else: later moves of the order must not find a selection nobody remembers.
  if (chosen?.status === present) setChosen(null)
  const isChanged = chosen !== null && chosen.status !== present
  const reload = [orders.get, orders.list, orders.referred]
  const change = useWrite(orders.changeStatus, {
    reload,
    onDone: () => setChosen(null),
    onRefused: () => void reloadAll(reload),
  })
  const last = order.history.at(-1)
  return (
    <section aria-labelledby="status" className="card p-4 sm:p-5">
      <h2 id="status" className="mb-2 text-lg font-semibold">
        Delivery
      </h2>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged)
            change.send({
              params: { orderId: order._id, status: chosen.status },
              query: { from: present },
            })
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
    </section>
  )
}
