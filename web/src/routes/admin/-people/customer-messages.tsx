import { contact, type ContactMessage } from '@kirana/contract/contact'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { formatDateTimeOr } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'
import { StateBadge } from './contact-state.tsx'

const MessageDialog = lazyComponent(async () => (await import('./contact-message.tsx')).MessageDialog)

/** The customer's messages to the store, newest first. */
export function CustomerMessages({ userId }: { userId: string }) {
  const query = useQuery(read(contact.of, { params: { userId } }))
  const [shown, setShown] = useState<{ message: ContactMessage; open: boolean } | null>(null)
  const message = shown && (query.data?.find(({ _id }) => _id === shown.message._id) ?? shown.message)
  return (
    <>
      {query.error && <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      <ul className="divide-y divide-line">
        {query.data?.length === 0 && <li className="py-3 text-sm text-muted">No messages</li>}
        {query.data?.map((row) => (
          <li key={row._id} className="flex items-start gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="line-clamp-2 wrap-anywhere">{row.msg}</p>
              <p className="numbers mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                {row.ticket} · {formatDateTimeOr(row.dateAndTime, '')}
                <StateBadge state={row.state} />
              </p>
            </div>
            <Button
              variant="outline"
              size="small"
              aria-haspopup="dialog"
              aria-label={`View message ${row.ticket}`}
              onClick={() => setShown({ message: row, open: true })}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
      {shown && message && (
        <MessageDialog
          message={message}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </>
  )
}
