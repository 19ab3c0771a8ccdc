import { users, type User } from '@kirana/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { lazyPart } from '#/parts/lazy-part.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton } from '#/parts/refresh-button.tsx'
import { SearchedTable } from '#/parts/searched-table.tsx'
import { Button } from '#/ui/button.tsx'
import { userColumns, type View } from './-user-columns.tsx'

export const Route = createFileRoute('/admin/users')({
  validateSearch: (address: Record<string, unknown>) => ({
    page: asPage(address.page),
    search: asText(address.search),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, search: '' })] },
  component: Users,
})

/** The dialogs come with the first press: the list does not wait for them. */
const SendOffer = lazyPart(async () => (await import('./-send-offer.tsx')).SendOffer)
const views = {
  addresses: lazyPart(async () => (await import('./-user-addresses.tsx')).UserAddresses),
  wallet: lazyPart(async () => (await import('./-user-wallet.tsx')).UserWallet),
  notification: lazyPart(async () => (await import('./-send-notification.tsx')).SendNotification),
}

function Users() {
  const place = Route.useSearch()
  const navigate = Route.useNavigate()
  const [isOffering, setIsOffering] = useState(false)
  const [shown, setShown] = useState<{ user: User; view: View; open: boolean } | null>(null)
  const query = useQuery({
    ...read(users.list, { params: { page: place.page }, query: { search: place.search } }),
    placeholderData: keepPreviousData,
  })
  // The list knows the customer anew after coins were added; one that left the page stays as it was.
  const user = shown && (query.data?.data.find(({ _id }) => _id === shown.user._id) ?? shown.user)
  const Shown = shown && views[shown.view]
  return (
    <>
      <PageHeader title="Users">
        <RefreshButton query={query} />
        <Button onClick={() => setIsOffering(true)}>
          <Megaphone aria-hidden />
          send offer
        </Button>
      </PageHeader>
      <SearchedTable
        name="Users"
        query={query}
        columns={userColumns((row, view) => setShown({ user: row, view, open: true }))}
        place={place}
        searchLabel="Phone number"
        searchMode="tel"
        onPlace={(next, replace) => void navigate({ search: next, replace })}
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
