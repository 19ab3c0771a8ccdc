import { audit } from '@kirana/contract/audit'
import { customerNotes, type CustomerNote } from '@kirana/contract/customer-notes'
import { useQuery } from '@tanstack/react-query'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { formatDateTimeOr } from '#/lib/format.ts'
import { useFields } from '#/lib/form.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Form } from '#/components/forms/form.tsx'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Deletion } from '#/components/tables/editable-table.tsx'
import { Button } from '#/ui/button.tsx'
import { TextArea } from '#/components/forms/fields.tsx'

const reload = [customerNotes.list, audit.of]

/** Internal notes of staff about a customer, newest first. */
export function Notes({ userId, isErased }: { userId: string; isErased: boolean }) {
  const query = useQuery(read(customerNotes.list, { params: { userId } }))
  const remove = useWrite(customerNotes.remove, { reload })
  const mayWrite = useAllowed(customerNotes.add)
  return (
    <>
      {!isErased && mayWrite && <NewNote userId={userId} />}
      {query.error && <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      <Deletion<CustomerNote>
        nameOf={({ text }) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)}
        onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      >
        {(ask) => (
          <ul className="divide-y divide-line">
            {query.data?.length === 0 && <li className="py-3 text-sm text-muted">No notes yet</li>}
            {query.data?.map((note) => (
              <li key={note._id} className="flex items-start gap-3 py-3">
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
                  <p className="numbers text-xs text-muted">
                    {note.by} · {formatDateTimeOr(note.dateAndTime, '')}
                  </p>
                </div>
                {note.isOwn && mayWrite && (
                  <Button
                    variant="text"
                    size="small"
                    aria-label={`Delete note “${note.text.slice(0, 40)}”`}
                    onClick={() => ask(note)}
                  >
                    Delete
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Deletion>
    </>
  )
}

function NewNote({ userId }: { userId: string }) {
  const form = useFields(customerNotes.add.body, { userId, text: '' })
  const add = useWrite(customerNotes.add, { reload, quiet: true, onDone: () => form.reset() })
  const { isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit((body) => add.sendAsync({ body }).catch(() => {}))
  return (
    <Form form={form} className="flex flex-col items-start gap-2" onSubmit={(event) => void submit(event)}>
      <LeaveGuard isDirty={isDirty} />
      <TextArea
        label="New note"
        hint="Only staff see it. Part of the customer’s data export"
        rows={2}
        maxLength={1000}
        className="w-full"
        name="text"
      />
      <Button type="submit" size="small" busy={isSubmitting}>
        Add note
      </Button>
    </Form>
  )
}
