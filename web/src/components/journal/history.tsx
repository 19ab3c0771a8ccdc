import { audit } from '@kirana/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { Entries } from './entries.tsx'

type Props = { objectId: string; customers?: boolean }

const useHistory = ({ objectId, customers = false }: Props) =>
  useQuery({
    ...read(audit.of, { params: { objectId }, query: { customers } }),
    placeholderData: keepPreviousData,
  })

function HistoryRows({ query, objectId }: { query: ReturnType<typeof useHistory>; objectId: string }) {
  return (
    <>
      {query.error && <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="px-4 py-3 text-muted sm:px-5">No changes yet</p>}
      <Entries rows={query.data ?? []} heading="h3" shown={objectId} />
    </>
  )
}

/**
 * The newest 50 changes of an object by the store. If customers can change it too, their changes are shown on demand.
 */
export function History({ objectId, customers: canShow = false }: Props) {
  const id = useId()
  const [customers, setCustomers] = useState(false)
  const query = useHistory({ objectId, customers })
  if (query.isPending) return null
  return (
    <section aria-labelledby={id} className="card overflow-hidden" aria-busy={query.isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2.5 sm:px-5">
        <h2 id={id} className="text-lg font-semibold">
          History
        </h2>
        {canShow && (
          <Checkbox
            label="With customers"
            checked={customers}
            onChange={({ target }) => setCustomers(target.checked)}
          />
        )}
      </div>
      <HistoryRows query={query} objectId={objectId} />
    </section>
  )
}

function OpenedHistory({ objectId }: Props) {
  const query = useHistory({ objectId })
  if (query.isPending) return null
  return (
    <div className="card mt-2 overflow-hidden">
      <HistoryRows query={query} objectId={objectId} />
    </div>
  )
}

/** The history of an object in its dialog, loaded when it is opened. */
export function CollapsedHistory({ objectId }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 text-sm font-medium coarse:min-h-11">History</summary>
      {isOpen && <OpenedHistory objectId={objectId} />}
    </details>
  )
}
