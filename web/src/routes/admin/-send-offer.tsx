import { notifications } from '@kirana/contract/notifications'
import type { Sent } from '@kirana/contract/route'
import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import type { Opening } from '#/parts/editable-table.tsx'
import { TogetherMessage } from '#/parts/form-body.tsx'
import { fieldOf } from '#/parts/form-dialog.tsx'
import { ErrorLine } from '#/parts/states.tsx'
import { Ask } from '#/ui/alert.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'
import { customers, NOT_SENT, PushHistory, PushNotice, RECORDED, usePushMessages } from './-push-messages.tsx'

const ALL = 'Title, body is required'

/** A push message to every customer: how many it reaches, a question, and then how it goes, beneath the form. */
export const SendOffer = ({ open, onOpenChange }: Opening) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Send an offer to everybody" width="medium" staysOpen>
    <Offer onClose={() => onOpenChange(false)} />
  </Dialog>
)

function Offer({ onClose }: { onClose: () => void }) {
  const form = useFields(notifications.sendToAll.body, { title: '', body: '' })
  const [asked, setAsked] = useState<{ body: Sent<typeof notifications.sendToAll>['body']; open: boolean }>()
  const counted = useQuery(read(notifications.reach, {}))
  const reach = counted.data?.reach
  const isRecorded = usePushMessages().data?.isConfigured === false
  const send = useWrite(notifications.sendToAll, {
    reload: [notifications.list, notifications.reach],
    fallback: NOT_SENT,
    onDone: () => form.reset(),
  })
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => void form.handleSubmit((body) => setAsked({ body, open: true }))(event)}
    >
      <DialogBody className="flex flex-col gap-4">
        <PushNotice />
        {counted.error && (
          <ErrorLine message={messageOf(counted.error)} onRetry={() => void counted.refetch()} />
        )}
        <p role="status" className="numbers flex items-center gap-2.5 font-medium">
          <Megaphone aria-hidden size={18} className="shrink-0 text-brand" />
          {reach === undefined
            ? 'Counting the customers it reaches…'
            : reach === 0
              ? 'It reaches nobody yet: no customer has the app with notifications on'
              : `It ${isRecorded ? 'would reach' : 'reaches'} ${customers(reach)}`}
        </p>
        <TogetherMessage form={form} together={ALL} />
        <TextField label="Title" {...fieldOf(form, 'title', ALL)} />
        <TextArea label="Body" {...fieldOf(form, 'body', ALL)} />
        <PushHistory />
      </DialogBody>
      <DialogActions>
        <Button look="outline" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" busy={send.isSending}>
          send offer
        </Button>
      </DialogActions>
      {asked && (
        <Ask
          open={asked.open}
          onOpenChange={(open) => setAsked({ ...asked, open })}
          title={`Send “${asked.body.title}” to ${reach === undefined ? 'every customer' : customers(reach)}?`}
          description={isRecorded ? `${RECORDED}.` : 'A message that was sent cannot be taken back.'}
          action="Send"
          destructive={false}
          busy={send.isSending}
          onConfirm={() => {
            // Refused or not, the popup says how it went: nothing is left to ask.
            const close = () => setAsked({ ...asked, open: false })
            send.sendAsync({ body: asked.body }).then(close, close)
          }}
        />
      )}
    </form>
  )
}
