import { notifications } from '@kirana/contract/notifications'
import type { Sent } from '@kirana/contract/wire/route'
import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { useFields } from '#/lib/form.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { useEditing } from '#/components/forms/editing.ts'
import { EditingNotes } from '#/components/forms/editing-notes.tsx'
import { Form, SharedMessage } from '#/components/forms/form.tsx'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Ask } from '#/ui/alert.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { TextArea, TextField } from '#/components/forms/fields.tsx'
import { NOT_SENT, PushHistory, PushNotice, RECORDED, usePushMessages } from './push-messages.tsx'

const ALL = 'Title, body is required'
const labels = { title: 'Title', body: 'Body' }

/**
 * Sends a push message to all customers: shows the reach, asks for confirmation, then shows progress below the form.
 */
export const SendOffer = ({ open, onOpenChange }: DialogState) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Send an offer to everybody" width="medium" staysOpen>
    <Offer onClose={() => onOpenChange(false)} />
  </Dialog>
)

function Offer({ onClose }: { onClose: () => void }) {
  const form = useFields(notifications.sendToAll.body, { title: '', body: '' })
  const [confirmation, setConfirmation] = useState<{
    body: Sent<typeof notifications.sendToAll>['body']
    open: boolean
  }>()
  const reachQuery = useQuery(read(notifications.reach, {}))
  const reach = reachQuery.data?.reach
  const isRecorded = usePushMessages().data?.isConfigured === false
  const send = useWrite(notifications.sendToAll, {
    reload: [notifications.list, notifications.reach],
    fallback: NOT_SENT,
    onDone: () => {
      form.reset()
      editing.renew(undefined)
    },
  })
  const editing = useEditing(form, labels, { draft: 'offer' })
  return (
    <Form
      form={form}
      labels={labels}
      sharedMessage={ALL}
      className="contents"
      onSubmit={(event) => void form.handleSubmit((body) => setConfirmation({ body, open: true }))(event)}
    >
      <DialogBody className="flex flex-col gap-4">
        <PushNotice />
        {reachQuery.error && (
          <ErrorLine message={messageOf(reachQuery.error)} onRetry={() => void reachQuery.refetch()} />
        )}
        <p role="status" className="numbers flex items-center gap-2.5 font-medium">
          <Megaphone aria-hidden size={18} className="shrink-0 text-brand" />
          {reach === undefined
            ? 'Counting the customers it reaches…'
            : reach === 0
              ? 'It reaches nobody yet: no customer has the app with notifications on'
              : `It ${isRecorded ? 'would reach' : 'reaches'} ${counted(reach, 'customer')}`}
        </p>
        <EditingNotes editing={editing} busy={send.isSending} />
        <SharedMessage />
        <TextField name="title" />
        <TextArea name="body" />
        <PushHistory />
      </DialogBody>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" busy={send.isSending}>
          send offer
        </Button>
      </DialogActions>
      {confirmation && (
        <Ask
          open={confirmation.open}
          onOpenChange={(open) => setConfirmation({ ...confirmation, open })}
          title={`Send “${confirmation.body.title}” to ${reach === undefined ? 'every customer' : counted(reach, 'customer')}?`}
          description={isRecorded ? `${RECORDED}.` : 'A message that was sent cannot be taken back.'}
          action="Send"
          destructive={false}
          busy={send.isSending}
          onConfirm={() => {
            // Close on success and on failure, because the popup shows the outcome.
            const close = () => setConfirmation({ ...confirmation, open: false })
            send.sendAsync({ body: confirmation.body }).then(close, close)
          }}
        />
      )}
    </Form>
  )
}
