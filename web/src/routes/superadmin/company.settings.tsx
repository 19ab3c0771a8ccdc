import { company } from '@kirana/contract/company'
import { useQuery } from '@tanstack/react-query'
import { History } from '#/components/journal/lazy.ts'
import { createFileRoute } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'
import { CompanyForm } from './-company/form.tsx'

export const Route = createFileRoute('/superadmin/company/settings')({ component: CompanySettings })

function CompanySettings() {
  // Always refetches, because a form filled from the cache would overwrite others' changes on save.
  const query = useQuery({ ...read(company.get, {}), staleTime: 0 })
  const settings = query.isFetchedAfterMount ? query.data : undefined
  return (
    <>
      <PageHeader title="Company Settings" />
      {settings ? (
        <>
          <CompanyForm settings={settings} />
          <div className="mt-4 max-w-220">
            <History objectId="company" />
          </div>
        </>
      ) : (
        <div className="card max-w-220" aria-busy={query.isPending}>
          {query.error ? (
            <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          ) : (
            <div className="skeleton m-5 h-120" />
          )}
        </div>
      )}
    </>
  )
}
