import { pickRecords as calls, type PutBack } from '@kirana/contract/pick-records'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { useId } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'

/** '1 × Curd, 400 GM'. */
const nameOf = ({ quantity, productTitle, productQuantity }: PutBack['items'][number]) =>
  `${quantity} × ${productTitle}, ${productQuantity}`

/** Says for every screen that the items are back on their shelves. */
function Done({ orderId, order_id, isSmall = false }: PutBack & { isSmall?: boolean }) {
  const write = useWrite(calls.putBack, { reload: [calls.putBacks], quiet: true })
  if (!useAllowed(calls.putBack)) return null
  return (
    <Button
      variant={isSmall ? 'text' : 'outline'}
      size={isSmall ? 'small' : 'medium'}
      busy={write.isSending}
      aria-label={`Put back done, ${order_id}`}
      onClick={() => write.send({ body: { orderId } })}
    >
      Done
    </Button>
  )
}

/** What of canceled orders belongs back on the shelves, one chip for each order. */
export function PutBackChips() {
  const { data = [] } = useQuery(read(calls.putBacks, { query: {} }))
  return data.map((one) => (
    <div
      key={one.orderId}
      role="status"
      aria-label={`Put back, ${one.order_id}`}
      className="flex h-11 max-w-full shrink-0 items-center gap-2 rounded-control bg-warn-soft pl-3 text-warn"
    >
      <PackageOpen aria-hidden size={18} className="shrink-0" />
      <span>
        Put back{' '}
        <Link
          to="/admin/order/get/$orderId"
          params={{ orderId: one.orderId }}
          className="numbers font-semibold underline underline-offset-2"
          aria-label={`Put back ${one.order_id}`}
        >
          {one.order_id.slice(one.order_id.lastIndexOf('-') + 1)}
        </Link>
        :
      </span>
      <span className="max-w-md min-w-0 truncate" title={one.items.map(nameOf).join(', ')}>
        {one.items.map((item, i) => (
          <span key={item.variantId}>
            {i > 0 && ' · '}
            {item.shelf && <b>{item.shelf} </b>}
            {nameOf(item)}
          </span>
        ))}
      </span>
      <Done {...one} isSmall />
    </div>
  ))
}

/** The same on the order's page, a row for each item in the order of the shelves. */
export function PutBackCard({ orderId }: { orderId: string }) {
  const id = useId()
  const { data } = useQuery(read(calls.putBacks, { query: { orderId } }))
  const [one] = data ?? []
  if (!one) return null
  return (
    <section aria-labelledby={id} className="card border-l-8 border-l-warn p-4 sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-lg font-semibold">
          Put back
        </h2>
        <Done {...one} />
      </div>
      <ul aria-labelledby={id} className="mt-2 flex flex-col gap-2">
        {one.items.map((item) => (
          <li key={item.variantId} className="flex items-start gap-2">
            {item.shelf && <Badge tone="brand">{item.shelf}</Badge>}
            <span className="min-w-0 break-words">{nameOf(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
