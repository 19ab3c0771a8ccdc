import { audit } from '@kirana/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { urlOf } from '@kirana/contract/request'
import { DataTable } from '#/components/tables/data-table.tsx'
import { PageTurner } from '#/components/tables/pager.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { auditColumns } from './-audit-columns.tsx'
import { AuditFilters, type AuditFilter } from './-audit-filters.tsx'

export const Route = createFileRoute('/superadmin/audit')({
  // No import: this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: AuditLog,
})

const PAGE_SIZE = 50

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
  }
  const query = useQuery({
    ...read(audit.list, { params: { page }, query: filter }),
    placeholderData: keepPreviousData,
  })
  const turn = (to: number) => void navigate({ search: { ...filter, ...(to > 1 && { page: String(to) }) } })
  const narrow = (change: Partial<AuditFilter>, replace = false) =>
    void navigate({ search: { ...filter, ...change }, replace })
  return (
    <>
      <PageHeader title="Audit Log">
        <RefreshButton query={query} />
        <a
          className={buttonVariants({ variant: 'outline' })}
          href={urlOf(audit.export.path, { query: filter })}
          download
        >
          <Download aria-hidden />
          Export CSV
        </a>
      </PageHeader>
      <p className="-mt-2 mb-4 text-sm text-muted">
        Every change, by whom and when. Amounts are in paise and percentages in hundredths of a percent, as
        the log keeps them. The export holds the newest 10,000 rows of what is chosen here.
      </p>
      <DataTable
        name="Audit Log"
        rows={query.data?.rows}
        columns={auditColumns(narrow)}
        rowId={({ _id }) => _id}
        query={query}
        firstSerial={(page - 1) * PAGE_SIZE + 1}
        toolbar={<AuditFilters filter={filter} onFilter={narrow} />}
        empty={
          page > 1 && (
            <Button variant="outline" onClick={() => turn(1)}>
              To the newest
            </Button>
          )
        }
      >
        {(page > 1 || query.data?.hasOlder) && (
          <PageTurner
            page={page}
            hasNext={query.data?.hasOlder ?? false}
            onPage={turn}
            words={['Newer', 'Older']}
          />
        )}
      </DataTable>
    </>
  )
}
