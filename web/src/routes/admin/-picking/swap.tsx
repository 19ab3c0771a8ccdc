import { pick as calls, type PickedLine } from '@kirana/contract/pick'
import { useQuery } from '@tanstack/react-query'
import { messageOf, read } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import type { LineSetting } from '#/lib/outbox/picks.ts'
import { EmptyState, ErrorState } from '#/components/feedback/states.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { withSwap } from './model.ts'

type Props = {
  orderId: string
  line: PickedLine
  onClose: () => void
  onSet: (setting: LineSetting) => void
}

/** What can replace the pieces of a line that were not found. */
export function SwapDialog({ orderId, line, onClose, onSet }: Props) {
  const query = useQuery(read(calls.swaps, { params: { orderId, line: line.line } }))
  const missing = line.ordered - line.found
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="medium"
      title={`Swap ${line.productTitle}`}
      description={`${missing} × ${line.productQuantity}, ${rupees(line.price)} each. A dearer swap costs the customer no more.`}
    >
      <DialogBody>
        {query.isError && (
          <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <div role="status" aria-label="Loading" className="skeleton h-40" />}
        {query.data?.length === 0 && <EmptyState text="No data found" />}
        <ul aria-label="Replacements" className="flex flex-col gap-2">
          {query.data?.map((candidate) => (
            <li key={candidate.variantId}>
              <button
                type="button"
                disabled={candidate.available === 0}
                onClick={() => onSet(withSwap(line, candidate))}
                className="flex min-h-20 w-full items-center gap-3 rounded-control border border-line-strong bg-surface p-2.5 text-left hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-55 dark:hover:bg-raised"
              >
                <LinePicture file={candidate.productImage} size="size-16" />
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2 text-lg font-semibold break-words">
                    {candidate.productTitle}
                  </span>
                  <span className="numbers text-muted">
                    {candidate.productQuantity} · {rupees(candidate.price)}
                  </span>
                </span>
                {candidate.shelf && <Badge tone="brand">{candidate.shelf}</Badge>}
                <span className="numbers text-sm whitespace-nowrap text-muted">
                  {candidate.available === null
                    ? ''
                    : candidate.available === 0
                      ? 'Out of stock'
                      : `${candidate.available} left`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
