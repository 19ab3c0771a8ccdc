import { receipts, type Receipt } from '@kirana/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import { messageOf, read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { Expiry } from '../-stock/words.tsx'

/** The lines of a receipt. */
export function ReceiptDialog({ receipt, ...dialog }: DialogState & { receipt: Receipt }) {
  const query = useQuery(read(receipts.get, { params: { id: receipt._id } }))
  return (
    <Dialog
      {...dialog}
      width="medium"
      title={`${receipt.supplier}, bill ${receipt.billNumber}`}
      description={`Received by ${receipt.by}`}
    >
      <DialogBody>
        {query.isError && (
          <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <div role="status" aria-label="Loading" className="skeleton h-40" />}
        <ul className="divide-y divide-line">
          {query.data?.items.map((item, i) => (
            <li
              key={`${item.variantId} ${i}`}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5"
            >
              <span className="min-w-40 flex-1 break-words">
                <span className="font-medium">{item.title}</span>
                <span className="block text-sm text-muted">{item.productQuantity}</span>
              </span>
              <Expiry day={item.expiry} />
              <span className="numbers w-26 text-right">
                {count(item.quantity)}
                {item.cost !== undefined && item.cost > 0 && (
                  <span className="text-muted"> × {rupees(item.cost)}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
