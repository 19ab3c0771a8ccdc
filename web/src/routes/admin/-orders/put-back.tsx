import { pickRecords as calls, type PutBack } from '@kirana/contract/pick-records'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { useId } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'

/** '1 × Curd, 400 GM'. */
export const nameOf = ({
  quantity,
  productTitle,
  productQuantity,
}: Omit<PutBack['items'][number], 'shelf'>) => `${quantity} × ${productTitle}, ${productQuantity}`

/** Marks the items as put back, for all screens. */
function Done({ orderId, order_id }: PutBack) {
  const write = useWrite(calls.putBack, { reload: [calls.putBacks], quiet: true })
  if (!useAllowed(calls.putBack)) return null
  return (
    <Button
      variant="outline"
      busy={write.isSending}
      aria-label={`Put back done, ${order_id}`}
      onClick={() => write.send({ body: { orderId } })}
    >
      Done
    </Button>
  )
}

/** The number of items of canceled orders to put back on the shelves, as a link to their list. */
export function PutBackLink() {
  const { data = [] } = useQuery(read(calls.putBacks, { query: {} }))
  const items = data.reduce((sum, one) => sum + one.items.length, 0)
  return (
    <span role="status" className="shrink-0">
      {items > 0 && (
        <Link
          to="/admin/orders/put-backs"
          className="flex h-11 items-center gap-2 rounded-control bg-warn-soft px-3 font-medium text-warn"
        >
          <PackageOpen aria-hidden size={18} />
          <span className="numbers">
            {count(items)} <span className="max-sm:sr-only">to put back</span>
          </span>
        </Link>
      )}
    </span>
  )
}

/** The items of a canceled order to put back, on its page, sorted by shelf. */
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
