import { company } from '@kirana/contract/company'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { PageHeader } from '#/parts/page-header.tsx'
import { ErrorState } from '#/parts/states.tsx'
import { CompanyForm } from './-company-form.tsx'

export const Route = createFileRoute('/superadmin/company/settings')({ component: CompanySettings })

function CompanySettings() {
  const query = useQuery(read(company.get, {}))
  return (
    <>
      <PageHeader title="Company Settings" />
      {query.data && <CompanyForm settings={query.data} />}
      {!query.data && (
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
