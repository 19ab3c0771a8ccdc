import { cash, type RiderCash } from '@kirana/contract/cash'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { formatDateTime, rupees } from '#/lib/format.ts'
import { EmptyState, ErrorState } from '#/components/feedback/states.tsx'
import { Pager } from '#/components/tables/pager.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'

type Props = { rider: RiderCash; open: boolean; onOpenChange: (open: boolean) => void }

const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${rupees(Math.abs(amount))}`

/** The movements of a rider's cash, newest first. */
export function EntriesDialog({ rider, ...dialog }: Props) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...read(cash.entries, { params: { riderId: rider._id, page } }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  return (
    <Dialog {...dialog} title={`Cash of ${rider.name}`} width="medium">
      <DialogBody>
        {error && <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />}
        {data?.data.length === 0 && <EmptyState text="No cash yet" />}
        <ul className="divide-y divide-line">
          {data?.data.map(({ at, about, by, inHand, shortage }) => (
            <li key={`${at} ${about}`} className="flex gap-3 py-2">
              <p className="min-w-0 flex-1">
                {about}
                <span className="block text-sm text-muted">
                  {formatDateTime(new Date(at))}, {by}
                </span>
              </p>
              <p className="numbers text-right">
                {inHand !== 0 && signed(inHand)}
                {shortage !== 0 && <span className="block text-sm text-bad">{signed(shortage)} owed</span>}
              </p>
            </li>
          ))}
        </ul>
        {data && data.totalPages > 1 && <Pager page={page} of={data.totalPages} onPage={setPage} />}
      </DialogBody>
    </Dialog>
  )
}
