import { audit } from '@kirana/contract/audit'
import { urlOf } from '@kirana/contract/wire/request'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { asPage, asText } from '#/lib/address.ts'
import { messageOf, read } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { Entries } from '#/components/journal/entries.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PageTurner } from '#/components/tables/pager.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { AuditFilters, type AuditFilter } from './-audit/filters.tsx'

export const Route = createFileRoute('/superadmin/audit')({
  // Imports nothing, because this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: AuditLog,
})

/** The search parameters of the filters that are set. */
const addressOf = (filter: AuditFilter, page: number) =>
  Object.fromEntries(
    Object.entries({ ...filter, page: page > 1 ? String(page) : '' }).filter(([, value]) => value !== ''),
  )

function AuditLog() {
  const address = Route.useSearch()
  const navigate = Route.useNavigate()
  const page = asPage(address.page)
  const filter: AuditFilter = {
    person: asText(address.person),
    call: asText(address.call),
    object: asText(address.object),
    from: asText(address.from),
    to: asText(address.to),
    search: asText(address.search),
    customers: address.customers === 'true' ? 'true' : '',
  }
  const sent = { ...filter, customers: filter.customers === 'true' }
  const query = useQuery({
    ...read(audit.list, { params: { page }, query: sent }),
    placeholderData: keepPreviousData,
  })
  const turn = (to: number) => void navigate({ search: addressOf(filter, to) })
  const narrow = (change: Partial<AuditFilter>, replace = false) =>
    void navigate({ search: addressOf({ ...filter, ...change }, 1), replace })
  const rows = query.data?.rows
  const about = rows?.flatMap(({ parts }) => parts).find(({ to }) => to?.id === filter.object)?.text
  const reload = () => void query.refetch()
  return (
    <>
      <PageHeader title="Audit Log">
        <RefreshButton query={query} />
        <a
          className={buttonVariants({ variant: 'outline' })}
          href={urlOf(audit.export.path, { query: sent })}
          title="The newest 10,000 entries of what is chosen here, with ids and stored values"
          download
        >
          <Download aria-hidden />
          Export CSV
        </a>
      </PageHeader>
      <section aria-label="Audit Log" className="card overflow-hidden">
        <AuditFilters filter={filter} about={about} onFilter={narrow} />
        <p role="status" className="sr-only">
          {rows &&
            !query.isPlaceholderData &&
            `${count(rows.length)} ${rows.length === 1 ? 'entry' : 'entries'}`}
        </p>
        {query.error && rows && <ErrorLine message={messageOf(query.error)} onRetry={reload} />}
        {query.error && !rows && <ErrorState message={messageOf(query.error)} onRetry={reload} />}
        {!rows && !query.error && <div className="skeleton m-5 h-80" />}
        {rows?.length === 0 && (
          <EmptyState
            about={
              page === 1 &&
              (Object.values(filter).some(Boolean)
                ? 'No entry fits the filters.'
                : 'Who changed what, and when. Every change by staff appears here.')
            }
          >
            {page > 1 && (
              <Button variant="outline" onClick={() => turn(1)}>
                To the newest
              </Button>
            )}
          </EmptyState>
        )}
        <div className={query.isPlaceholderData ? 'opacity-60' : ''}>
          <Entries
            rows={rows ?? []}
            heading="h2"
            choose={{ person: (person) => narrow({ person }), object: (object) => narrow({ object }) }}
          />
        </div>
        {rows && (page > 1 || query.data?.hasOlder) && (
          <PageTurner
            page={page}
            hasNext={query.data?.hasOlder ?? false}
            onPage={turn}
            words={['Newer', 'Older']}
          />
        )}
      </section>
    </>
  )
}
