import { audit } from '@kirana/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { messageOf, read } from '#/lib/api.ts'
import { FieldChanges } from './field-changes.tsx'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Timeline } from './timeline.tsx'

/** The newest 50 changes of an object: who, when and what. Empty while loading. */
export function History({ objectId }: { objectId: string }) {
  const query = useQuery(read(audit.of, { params: { objectId } }))
  if (query.isPending) return null
  return (
    <Timeline
      title="History"
      happenings={(query.data ?? []).map(({ _id, at, person, role, what, changes }) => ({
        key: _id,
        at,
        by: person ? `${person} (${role})` : 'Nobody signed in',
        what,
        more: <FieldChanges changes={changes} />,
      }))}
    >
      {query.error && <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="text-muted">Nothing has been changed yet.</p>}
    </Timeline>
  )
}
