import { users } from '@kirana/contract/users'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router'
import { asPage } from '#/lib/address.ts'
import { ApiError, messageOf, read } from '#/lib/api.ts'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { customerOrderColumns } from './-orders/columns.tsx'
import { CustomerPage } from './-people/customer.tsx'
import { calledName } from './-people/name.ts'

export const Route = createFileRoute('/admin/users_/$userId')({
  validateSearch: (address: { page?: unknown } & SearchSchemaInput) => ({ page: asPage(address.page) }),
  component: CustomerScreen,
})

function CustomerScreen() {
  const { userId } = Route.useParams()
  const { page } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useQuery(read(users.get, { params: { userId } }))
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  const retry = () => void query.refetch()
  return (
    <>
      <PageHeader title={query.data ? calledName(query.data) : 'Customer'}>
        <RefreshButton query={query} />
      </PageHeader>
      {query.data && query.error && <ErrorLine message={messageOf(query.error)} onRetry={retry} />}
      {query.data ? (
        <CustomerPage
          key={userId}
          customer={query.data}
          orderColumns={customerOrderColumns}
          page={page}
          onPage={(next, replace) => void navigate({ search: { page: next }, replace })}
        />
      ) : query.isPending ? (
        <div className="card skeleton h-60" />
      ) : (
        <div className="card">
          {isUnknown ? (
            <EmptyState>
              <Link to="/admin/users" className={buttonVariants({ variant: 'outline' })}>
                All users
              </Link>
            </EmptyState>
          ) : (
            <ErrorState message={messageOf(query.error)} onRetry={retry} />
          )}
        </div>
      )}
    </>
  )
}
