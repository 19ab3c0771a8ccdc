import { pick as calls, type OrderPick, type PickedLine, type SwapCandidate } from '@kirana/contract/pick'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useScanner } from '#/lib/browser/scanner.ts'
import { rupees } from '#/lib/format.ts'
import { notify } from '#/lib/notify.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { EmptyState, ErrorState } from '#/components/feedback/states.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { LinePicture } from '../-lists/line-picture.tsx'
import { dearerBy, problemOf, withSwap } from './model.ts'
import { buzz } from './sound.ts'
import { SwapReason } from './swap-reason.tsx'

type Props = Pick<OrderPick, 'orderId' | 'phone' | 'before'> & {
  line: PickedLine
  onClose: () => void
  onSet: (setting: LineSetting) => void
}

/** '₹6.50 more each' */
const differenceText = ({ difference }: SwapCandidate) =>
  `${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} each`

/** Offers variants that can replace the pieces of a line that were not found. */
export function SwapDialog({ orderId, phone, before, line, onClose, onSet }: Props) {
  const [isAgreed, setAgreed] = useState(false)
  /** The candidate that needs a reason. */
  const [asks, setAsks] = useState<SwapCandidate | null>(null)
  const query = useQuery(read(calls.swaps, { params: { orderId, line: line.line } }))
  const missing = line.ordered - line.found
  const choose = (candidate: SwapCandidate) => {
    const setting = withSwap(line, candidate, isAgreed)
    if (problemOf(line, setting)) setAsks(candidate)
    else onSet(setting)
  }
  useScanner(
    (code) => {
      const scanned = query.data?.find(({ barcodes }) => barcodes.includes(code))
      if (scanned) choose(scanned)
      else {
        buzz()
        notify('failure', 'This is not one of the replacements', 'toast')
      }
    },
    { isForDialog: true },
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="medium"
      title={`Swap ${line.productTitle}`}
      description={`${missing} × ${line.productQuantity}, ${rupees(line.price)} each. A dearer swap costs the customer no more, unless they agree.`}
    >
      {asks && (
        <SwapReason
          line={line}
          settingWith={(reason) => withSwap(line, asks, isAgreed, reason)}
          onBack={() => setAsks(null)}
          onSet={onSet}
        />
      )}
      <DialogBody className={asks ? 'hidden' : ''}>
        {query.isError && (
          <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <div role="status" aria-label="Loading" className="skeleton h-40" />}
        {query.data?.length === 0 && <EmptyState text="No data found" />}
        {query.data?.some((candidate) => dearerBy(line, candidate) > 0) && (
          <label className="mb-3 flex min-h-14 items-center gap-3 rounded-control bg-sunken px-3 py-2">
            <input
              type="checkbox"
              className="size-6 shrink-0 accent-brand"
              checked={isAgreed}
              onChange={({ target }) => setAgreed(target.checked)}
            />
            <span>
              The customer agreed to pay more
              <span className="numbers block text-sm text-muted">
                Out of what is missing elsewhere: the bill stays within {rupees(before)}. Ask{' '}
                <a href={`tel:${phone}`} className="underline underline-offset-2">
                  {phone}
                </a>
              </span>
            </span>
          </label>
        )}
        <ul aria-label="Replacements" className="flex flex-col gap-2">
          {query.data?.map((candidate) => (
            <li key={candidate.variantId}>
              <button
                type="button"
                onClick={() => choose(candidate)}
                className="flex min-h-20 w-full items-center gap-3 rounded-control border border-line-strong bg-surface p-2.5 text-left hover:bg-sunken dark:hover:bg-raised"
              >
                <LinePicture file={candidate.productImage} size="size-16" />
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2 text-lg font-semibold break-words">
                    {candidate.productTitle}
                  </span>
                  <span className="numbers flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
                    <span>
                      {candidate.productQuantity} · {rupees(candidate.price)}
                      {candidate.difference !== 0 && ` · ${differenceText(candidate)}`}
                    </span>
                    {candidate.shelf && <Badge tone="brand">{candidate.shelf}</Badge>}
                    {candidate.available !== null && (
                      <span className="text-sm">{candidate.available} left</span>
                    )}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
