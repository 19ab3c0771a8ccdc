import { approvals, type Approval } from '@kirana/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Decision } from './decision.tsx'
import { Facts } from './facts.tsx'
import { Rules } from './rules.tsx'
import { type Account, states, titleOf } from './words.ts'

/** The account that decides, because a browser may be signed in to both areas. */
const accountOf = (view: Props['view']): Account => (view === 'superadmin' ? { as: 'superadmin' } : {})

type Props = {
  /** `own`: the user's own requests, for staff who may not approve. */
  view: 'staff' | 'superadmin' | 'own'
}

/** Open and decided requests for approval. */
export function ApprovalsScreen({ view }: Props) {
  const isOwnView = view === 'own'
  const all = useQuery({ ...read(approvals.list, { query: accountOf(view) }), enabled: !isOwnView })
  const own = useQuery({ ...read(approvals.own, {}), enabled: isOwnView })
  const query = isOwnView ? own : all
  const { data, error } = query
  const retry = () => void query.refetch()
  const isWaiting = ({ state }: Approval) => state === 'waiting'
  return (
    <>
      <PageHeader title={isOwnView ? 'My Requests' : 'Approvals'} beside={<LiveLight />}>
        <RefreshButton query={query} />
      </PageHeader>
      <Rules isSuperadmin={view === 'superadmin'} />
      {error && data && <ErrorLine message={messageOf(error)} onRetry={retry} />}
      {data ? (
        <>
          <Part
            title="Waiting"
            rows={data.filter(isWaiting)}
            view={view}
            empty={
              isOwnView
                ? 'None of your requests is waiting for approval.'
                : 'Nothing is waiting for approval.'
            }
          />
          <Part
            title="Decided"
            rows={data.filter((row) => !isWaiting(row))}
            view={view}
            empty="The 50 newest decisions are shown here."
          />
        </>
      ) : (
        <div className="card" aria-busy={!error}>
          {error ? (
            <ErrorState message={messageOf(error)} onRetry={retry} />
          ) : (
            <div className="skeleton m-5 h-80" />
          )}
        </div>
      )}
    </>
  )
}

type PartProps = { title: string; rows: readonly Approval[]; view: Props['view']; empty: string }

function Part({ title, rows, view, empty }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card mb-4 overflow-hidden">
      <h2 id={id} className="border-b border-line px-4 py-3 font-semibold sm:px-5">
        {title} <span className="numbers font-normal text-muted">{rows.length > 0 && rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <EmptyState icon={<ShieldCheck size={22} />}>
          <p className="text-muted">{empty}</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row._id} row={row} view={view} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row, view }: { row: Approval; view: Props['view'] }) {
  const me = useSession(view === 'superadmin' ? 'superadmin' : 'staff')
  const [word, tone] = states[row.state]
  const isOwn = row.askerId === me?._id
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{titleOf(row)}</h3>
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </div>
      <Facts approval={row} isLinked={view !== 'superadmin'} />
      {row.state === 'waiting' && <Decision approval={row} isOwn={isOwn} account={accountOf(view)} />}
    </li>
  )
}
