import { pickRecords as calls, type PutBack } from '@kirana/contract/pick-records'
import { byShelf } from '@kirana/domain/stock'
import { Link } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ageText } from '#/lib/age.ts'
import { useWrite } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useSecondPress } from '#/lib/browser/second-press.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { EmptyState } from '#/components/feedback/states.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { nameOf } from './put-back.tsx'

type Item = PutBack['items'][number] & Pick<PutBack, 'orderId' | 'order_id' | 'at'>

/** The items of all canceled orders sorted by shelf, so that one walk puts them back. */
export function PutBackList({ putBacks }: { putBacks: readonly PutBack[] }) {
  // Ignores the second press of a double press, which would hit the row that has moved up.
  const presses = useSecondPress()
  const items = putBacks
    .flatMap(({ items: own, orderId, order_id, at }) =>
      own.map((item) => ({ ...item, orderId, order_id, at })),
    )
    .map((item, line) => ({ ...item, line }))
    .toSorted(byShelf)
  if (items.length === 0)
    return (
      <div className="card">
        <EmptyState icon={<PackageCheck size={22} />} text="Everything is back on its shelf" />
      </div>
    )
  return (
    <ul aria-label="To put back, in the order of the shelves" className="card divide-y divide-line">
      {items.map((item) => (
        <Row key={`${item.orderId} ${item.variantId}`} item={item} presses={presses} />
      ))}
    </ul>
  )
}

function Row({ item, presses }: { item: Item; presses: ReturnType<typeof useSecondPress> }) {
  const { orderId, order_id, variantId, shelf, at } = item
  const age = useClock((now) => ageText(now - Date.parse(at)))
  const write = useWrite(calls.putBack, { reload: [calls.putBacks], quiet: true })
  const mayPutBack = useAllowed(calls.putBack)
  const name = nameOf(item)
  const done = ({ currentTarget }: MouseEvent) => {
    if (write.isSending || !presses.mayPress()) return
    presses.lineEnded()
    const row = currentTarget.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    // Move the keyboard focus to the next row, because this one is removed.
    neighbour?.querySelector('button')?.focus()
    write.send({ body: { orderId, variantId } })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <span className="w-16 shrink-0">{shelf && <Badge tone="brand">{shelf}</Badge>}</span>
      <span className="min-w-40 flex-1 font-medium break-words">{name}</span>
      <span className="numbers flex items-center gap-3 text-sm text-muted">
        <Link
          to="/admin/order/get/$orderId"
          params={{ orderId }}
          className="underline underline-offset-2 coarse:py-3"
        >
          {order_id}
        </Link>
        <span>
          <span className="sr-only">canceled </span>
          {age}
          <span className="sr-only"> ago</span>
        </span>
      </span>
      {mayPutBack && (
        <Button
          variant="outline"
          className="ml-auto"
          aria-label={`Put back done, ${name}, ${order_id}`}
          aria-busy={write.isSending || undefined}
          onClick={done}
        >
          Done
        </Button>
      )}
    </li>
  )
}
