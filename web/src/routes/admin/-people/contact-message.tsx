import type { ContactMessage } from '@kirana/contract/contact'
import { formatDateTimeOr } from '#/lib/format.ts'
import { EmailText } from '#/components/tables/email-text.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { ContactStateSteps } from './contact-state.tsx'

/** Replies by email, with the ticket as subject. */
export const EmailLink = ({ email, ticket }: Pick<ContactMessage, 'email' | 'ticket'>) =>
  email ? (
    <a
      href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(ticket)}`}
      className="-my-2 py-2 wrap-anywhere underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      <EmailText email={email} />
    </a>
  ) : (
    <span className="text-muted">NIL</span>
  )

type Props = { message: ContactMessage; open: boolean; onOpenChange: (open: boolean) => void }

/** A contact message: sender, time and the ticket number the sender was given. */
export const MessageDialog = ({ message, open, onOpenChange }: Props) => (
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
      <ContactStateSteps message={message} />
    </DialogBody>
  </Dialog>
)
