import { users, type User } from '@kirana/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { SearchedTable } from '#/components/tables/searched-table.tsx'
import { Button } from '#/ui/button.tsx'
import { userColumns, type View } from './-people/columns.tsx'

const sorts = ['', 'name', '-name', 'payment', '-payment'] as const

export const Route = createFileRoute('/admin/users')({
  validateSearch: (address: { page?: unknown; search?: unknown; sort?: unknown } & SearchSchemaInput) => ({
    page: asPage(address.page),
    search: asText(address.search),
    sort: asOneOf(sorts, address.sort),
  }),
  component: Users,
})

/** The dialogs load on first use, so that the list does not wait for them. */
const SendOffer = lazyComponent(async () => (await import('./-people/send-offer.tsx')).SendOffer)
const views = {
  addresses: lazyComponent(async () => (await import('./-people/user-addresses.tsx')).UserAddresses),
  wallet: lazyComponent(async () => (await import('./-people/wallet.tsx')).UserWallet),
  personalData: lazyComponent(async () => (await import('./-people/personal-data.tsx')).PersonalData),
  notification: lazyComponent(async () => (await import('./-people/send-notification.tsx')).SendNotification),
}

function Users() {
  const { sort, ...pageRef } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [isOffering, setIsOffering] = useState(false)
  const [shown, setShown] = useState<{ user: User; view: View; open: boolean } | null>(null)
  const query = useQuery({
    ...read(users.list, { params: { page: pageRef.page }, query: { search: pageRef.search, sort } }),
    placeholderData: keepPreviousData,
  })
  // The same permissions as in the dialogs. The calls are not imported here, because their contracts would load with
  // the list.
  const mayPush = useAllowed({ can: 'push' })
  const mayErase = useAllowed(users.erase)
  // The refetched list has the customer's new balance. A customer who left the page keeps the old row.
  const user = shown && (query.data?.data.find(({ _id }) => _id === shown.user._id) ?? shown.user)
  const Shown = shown && views[shown.view]
  return (
    <>
      <PageHeader title="Users">
        <RefreshButton query={query} />
        {mayPush && (
          <Button onClick={() => setIsOffering(true)}>
            <Megaphone aria-hidden />
            send offer
          </Button>
        )}
      </PageHeader>
      <SearchedTable
        name="Users"
        query={query}
        columns={userColumns((row, view) => setShown({ user: row, view, open: true })).filter(
          ({ id }) => (id !== 'notification' || mayPush) && (id !== 'personalData' || mayErase),
        )}
        pageRef={pageRef}
        searchLabel="Phone number"
        searchMode="tel"
        about="Customers appear here once they have signed in to the app with their phone number."
        onPageRef={(next, replace) => void navigate({ search: { sort, ...next }, replace })}
        sorting={{
          sort,
          onSort: (next) =>
            void navigate({ search: { ...pageRef, page: 1, sort: asOneOf(sorts, next) }, replace: true }),
        }}
      />
      <SendOffer open={isOffering} onOpenChange={setIsOffering} />
      {Shown && user && (
        <Shown
          key={user._id}
          user={user}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </>
  )
}
