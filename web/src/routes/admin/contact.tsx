import { contact, type ContactMessage } from '@kirana/contract/contact'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button } from '#/ui/button.tsx'
import { EmailLink, MessageDialog } from './-people/contact-message.tsx'

export const Route = createFileRoute('/admin/contact')({ component: ContactMessages })

const columnsFor = (view: (message: ContactMessage) => void): Column<ContactMessage>[] => [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  { id: 'email', header: 'Email', cell: (message) => <EmailLink {...message} /> },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  {
    id: 'view',
    header: 'View Message',
    phone: 'wide',
    cell: (message) => (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="outline"
          size="small"
          className="max-md:w-full"
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
]

function ContactMessages() {
  const query = useQuery(read(contact.list, {}))
  const [viewed, setViewed] = useState<{ message: ContactMessage; open: boolean } | null>(null)
  return (
    <>
      <PageHeader title="Contact Messages">
        <RefreshButton query={query} />
      </PageHeader>
      <DataTable
        name="Contact Messages"
        rows={query.data}
        columns={columnsFor((message) => setViewed({ message, open: true }))}
        rowId={({ _id }) => _id}
        query={query}
        empty={<p className="text-muted">What people write to the store appears here.</p>}
      />
      {viewed && (
        <MessageDialog
          message={viewed.message}
          open={viewed.open}
          onOpenChange={(open) => setViewed({ ...viewed, open })}
        />
      )}
    </>
  )
}
