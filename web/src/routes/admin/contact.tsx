import { contact, type ContactMessage } from '@kirana/contract/contact'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { asOneOf } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'
import { DueDate, StateBadge, stateNames } from './-people/contact-state.tsx'
import { EmailLink } from './-people/email-link.tsx'

const MessageDialog = lazyComponent(async () => (await import('./-people/contact-message.tsx')).MessageDialog)

const filters = ['', 'new', 'in-work', 'answered', 'overdue'] as const
const orders = ['', 'due'] as const

export const Route = createFileRoute('/admin/contact')({
  validateSearch: (address: Record<string, unknown>) => ({
    state: asOneOf(filters, address.state),
    sort: asOneOf(orders, address.sort),
  }),
  search: { middlewares: [stripSearchParams({ state: '', sort: '' })] },
  component: ContactMessages,
})

const labels = { '': 'All Messages', ...stateNames, overdue: 'Overdue' }
const choices = filters.map((value) => ({ value, label: labels[value] }))

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

/** Answered messages have no deadline and come last. */
const byDueDate = (one: ContactMessage, other: ContactMessage) =>
  (one.dueAt ?? '9').localeCompare(other.dueAt ?? '9')

function ContactMessages() {
  useEffect(() => MessageDialog.preload(), [])
  const query = useQuery(read(contact.list, {}))
  const { state, sort } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [viewed, setViewed] = useState<{ id: string; open: boolean } | null>(null)
  const shown = query.data?.filter(
    (message) => state === '' || (state === 'overdue' ? message.isOverdue : message.state === state),
  )
  const message = query.data?.find(({ _id }) => _id === viewed?.id)
  const go = (next: { state?: string; sort?: string }) =>
    void navigate({
      search: (now) => ({
        state: asOneOf(filters, next.state ?? now.state),
        sort: asOneOf(orders, next.sort ?? now.sort),
      }),
    })
  return (
    <>
      <PageHeader title="Contact Messages">
        <RefreshButton query={query} />
      </PageHeader>
      <DataTable
        name="Contact Messages"
        rows={sort === 'due' ? shown?.toSorted(byDueDate) : shown}
        columns={columnsFor(({ _id }) => setViewed({ id: _id, open: true }))}
        rowId={({ _id }) => _id}
        query={query}
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
        empty={
          state === '' ? (
            <p className="text-muted">Messages to the store appear here.</p>
          ) : (
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
        />
      )}
    </>
  )
}
