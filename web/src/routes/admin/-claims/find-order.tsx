import { orders } from '@kirana/contract/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { FinderField } from '#/ui/finder-field.tsx'
import { AddClaim } from './add.tsx'

/** Minimum length of a search. */
const MIN_LENGTH = 3

/** Finds the delivered order of a customer who calls, and opens a claim for it. */
export function FindClaimedOrder(dialog: DialogState) {
  const [text, setText] = useState('')
  const [orderId, setOrderId] = useState('')
  const search = useDebounced(text.trim())
  const isShort = text.trim().length < MIN_LENGTH
  const found = useQuery({
    ...read(orders.list, { params: { page: 1 }, query: { search, keywords: 'Delivered' } }),
    enabled: search.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({ ...read(orders.get, { params: { orderId } }), enabled: orderId !== '' })
  const order = orderId === '' ? undefined : chosen.data?.[0]
  if (order) return <AddClaim order={order} {...dialog} />
  return (
    <Dialog {...dialog} title="Add Claim" description="For a customer on the phone." width="medium">
      <DialogBody>
        <FinderField
          label="Delivered order"
          placeholder="Order ID, phone or name"
          chosen=""
          onChoose={(option) => setOrderId(option?.value ?? '')}
          onText={setText}
          options={
            isShort
              ? []
              : (found.data?.data ?? []).map(({ _id, order_id, user }) => ({
                  value: _id,
                  label: [order_id, user.fullName || user.phone].join(' · '),
                }))
          }
          isSearching={isShort || found.isFetching || found.isError || search !== text.trim()}
        />
        {[found, chosen].map(
          (query, i) =>
            query.isError && (
              <ErrorLine key={i} message={messageOf(query.error)} onRetry={() => void query.refetch()} />
            ),
        )}
        {/* Space for the list of found orders, which overlays it. */}
        <div className="h-40" />
      </DialogBody>
    </Dialog>
  )
}
