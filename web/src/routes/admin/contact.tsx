import { contact, type ContactMessage } from '@kirana/contract/contact'
import { contactFilters, contactSorts } from '@kirana/domain/contact-list'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { asOneOf, asPage } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'
import { DueDate, StateBadge, stateNames } from './-people/contact-state.tsx'
import { EmailLink } from './-people/email-link.tsx'

const MessageDialog = lazyComponent(async () => (await import('./-people/contact-message.tsx')).MessageDialog)

export const Route = createFileRoute('/admin/contact')({
  validateSearch: (address: { page?: unknown; state?: unknown; sort?: unknown } & SearchSchemaInput) => ({
    page: asPage(address.page),
    state: asOneOf(contactFilters, address.state),
    sort: asOneOf(contactSorts, address.sort),
  }),
  component: ContactMessages,
})

const labels = { '': 'All Messages', ...stateNames, overdue: 'Overdue' }
const choices = contactFilters.map((value) => ({ value, label: labels[value] }))

const columnsFor = (view: (message: ContactMessage) => void): Column<ContactMessage>[] => [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  { id: 'email', header: 'Email', phone: 'plain', cell: (message) => <EmailLink {...message} /> },
  { id: 'phone', header: 'Phone', phone: 'plain', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  {
    id: 'view',
    header: 'View Message',
    isRecord: true,
    phone: 'action',
    cell: (message) => (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="outline"
          size="small"
          className="max-md:flex-1"
          aria-haspopup="dialog"
          aria-label={`View Message ${message.ticket}`}
          onClick={() => view(message)}
        >
          View Message
        </Button>
        <span className="numbers text-muted">{message.ticket}</span>
      </div>
    ),
  },
  { id: 'state', header: 'State', phone: 'end', cell: (message) => <StateBadge {...message} /> },
  { id: 'due', header: 'Due', cell: (message) => <DueDate {...message} /> },
  {
    id: 'owner',
    header: 'Owner',
    cell: ({ owner }) => owner || <span className="text-muted">–</span>,
  },
]

const sortings = [
  { value: '', label: 'Newest first' },
  { value: 'due', label: 'Next deadline first' },
]

function ContactMessages() {
  useEffect(() => MessageDialog.preload(), [])
  const { page, state, sort } = Route.useSearch()
  const query = useQuery({
    ...read(contact.page, { params: { page }, query: { state, sort } }),
    placeholderData: keepPreviousData,
  })
  const navigate = Route.useNavigate()
  const [viewed, setViewed] = useState<{ message: ContactMessage; open: boolean } | null>(null)
  // A message that has left the page because of its new state stays open as the server last returned it.
  const listed = query.data?.data.find(({ _id }) => _id === viewed?.message._id)
  const message = listed && viewed && listed.version > viewed.message.version ? listed : viewed?.message
  const go = (next: { page?: number; state?: string; sort?: string }, replace = false) =>
    void navigate({
      search: {
        page: next.page ?? 1,
        state: asOneOf(contactFilters, next.state ?? state),
        sort: asOneOf(contactSorts, next.sort ?? sort),
      },
      replace,
    })
  return (
    <>
      <PageHeader title="Contact Messages">
        <RefreshButton query={query} />
      </PageHeader>
      <PagedTable
        name="Contact Messages"
        columns={columnsFor((chosen) => setViewed({ message: chosen, open: true }))}
        query={query}
        page={page}
        size={PAGE_SIZE.contact}
        onPage={(next, replace) => go({ page: next }, replace)}
        isWide
        toolbar={
          <>
            <Select
              label="State"
              value={state}
              onChange={({ target }) => go({ state: target.value })}
              choices={choices}
            />
            <Select
              label="Order"
              value={sort}
              onChange={({ target }) => go({ sort: target.value })}
              choices={sortings}
            />
          </>
        }
        about={
          state === '' &&
          'Messages to the store appear here, each with the day by which it is to be answered.'
        }
        empty={
          state !== '' && (
            <Button variant="outline" onClick={() => go({ state: '' })}>
              Show all messages
            </Button>
          )
        }
      />
      {viewed && message && (
        <MessageDialog
          message={message}
          open={viewed.open}
          onOpenChange={(open) => setViewed({ ...viewed, open })}
          onChanged={(changed) => setViewed({ message: changed, open: true })}
        />
      )}
    </>
  )
}
