import type { ContactMessage } from '@kirana/contract/contact'
import { formatDateTimeOr } from '#/lib/format.ts'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { ContactStateSteps } from './contact-state.tsx'
import { EmailLink } from './email-link.tsx'

type Props = {
  message: ContactMessage
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the current message after a change here or by another staff member. */
  onChanged?: (message: ContactMessage) => void
}

/** A contact message: sender, time and the ticket number that the sender has received. */
export const MessageDialog = ({ message, open, onOpenChange, onChanged }: Props) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Message"
    description={
      <span className="numbers">
        {message.ticket} · {formatDateTimeOr(message.dateAndTime, message.dateAndTime)}
      </span>
    }
    width="medium"
  >
    <DialogBody>
      <p className="font-medium wrap-anywhere">{message.name}</p>
      <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <PhoneLink phone={message.phone} />
        {message.email && <EmailLink {...message} />}
      </p>
      <p className="mt-4 rounded-card bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap dark:bg-surface">
        {message.msg}
      </p>
      <ContactStateSteps message={message} {...(onChanged && { onChanged })} />
    </DialogBody>
  </Dialog>
)
